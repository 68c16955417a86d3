import assert from 'node:assert/strict';
import { english } from '../../kit/l10n.ts';
import { backupChoices } from '../../../src/vscode/health/backupChoices.ts';
import {
  type DoctorFinding,
  doctorReport,
  isMendable,
  wayTexts,
} from '../../../src/vscode/health/doctorReport.ts';

const now = new Date(2026, 6, 1, 12, 0).getTime();
const finding = (given: Partial<DoctorFinding>): DoctorFinding => ({
  ...{ name: 'node', level: 'ok', says: 'Node 22', next: null },
  ...given,
});
const damaged = finding({
  name: 'store',
  level: 'error',
  says: 'journal-3 is damaged',
  next: 'signalbox doctor --fix can go on from what can be read.',
});

describe('the report of the doctor', () => {
  it('begins with what was repaired and what is wrong, each with what to do', () => {
    const text = doctorReport('/r', { findings: [finding({}), damaged], mended: ['it opens again'] });
    assert.deepEqual(text.split('\n').filter(Boolean), [
      '# Signalbox doctor: /r',
      '## Repaired',
      '- it opens again',
      '## Wrong',
      '- store: journal-3 is damaged',
      '  -> signalbox doctor --fix can go on from what can be read.',
      '## Well',
      '- node: Node 22',
    ]);
  });

  it('a repair is offered for what the doctor can mend, and for nothing else', () => {
    assert.equal(isMendable([finding({}), damaged]), true);
    assert.equal(isMendable([finding({ name: 'state files', level: 'error', next: 'Close them.' })]), true);
    assert.equal(isMendable([finding({ name: 'git', level: 'error', next: 'Install git.' })]), false);
  });

  it('S5: of each way it says up to where it goes, and what would be lost', () => {
    const found = {
      ...{ holder_pid: null, ailments: [], reached: { position: 9, at: now } },
      history: { position: 9, at: now, from: ['journal-3'] },
      backup: { position: 4, at: null, from: ['backup.db'] },
    };
    assert.deepEqual(wayTexts(found, now, english), [
      {
        from: 'history',
        label: 'What Can Be Read',
        says: 'to position 9 (12:00); nothing that any file speaks of would be lost',
      },
      {
        from: 'backup',
        label: 'The Newest Good Backup',
        says: 'to position 4; what came after, to position 9 (12:00), would be lost',
      },
    ]);
    assert.deepEqual(wayTexts({ ...found, history: null, backup: null }, now, english), []);
  });
});

describe('the backups to choose from', () => {
  it('S3: are named by when they were made, with size and extent; then any other file', () => {
    const backup = {
      path: '/r/.signalbox/state/backups/b.db',
      at: now - 3_600_000,
      bytes: 2_048,
      events: 12,
    };
    assert.deepEqual(backupChoices([backup], now, english), [
      { label: '1 h ago (11:00)', description: '2.0 KiB, 12 events', detail: 'b.db', file: backup.path },
      {
        label: 'Choose a File...',
        description: '',
        detail: 'A backup that was made elsewhere or moved away',
        file: null,
      },
    ]);
  });
});
