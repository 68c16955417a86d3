// What `npm run safeguards` takes out: the letter of store.md, the safeguard in words, and the edits of files under
// src/store/sqlite that remove it, each the text to replace and what takes its place.
const look = 'if (journal.look()) journal.deleteOlder();';
const newJournal = 'const journal = new Journal(files, own, header, preamble);';
const ruleFour = `  own.file.sync();
  files.syncFolder(own.state);
  return new Journal(files, own, header, preamble);`;
const older = 'parseStoreNames(this.files.list(state)).filter(({ term }) => term < this.term)';

export const safeguards = [
  {
    letter: 'A',
    removed: 'only what is below the own term is deleted, whatever other journals say',
    edits: [
      [
        'journal.ts',
        `const older = ${older};`,
        `const all = parseStoreNames(this.files.list(state));
    const highest = namesOf('journal', all).at(-1)?.term ?? 0;
    const older = all.filter(({ term }) => term < highest);`,
      ],
    ],
  },
  {
    letter: 'B',
    removed: 'snapshots are deleted by their builder’s term',
    edits: [
      ['journal.ts', older, older.replace('({ term }) =>', "({ kind, term }) => kind === 'snapshot' ||")],
    ],
  },
  {
    letter: 'C',
    removed: 'the name of a snapshot is used once',
    edits: [
      ['storeNames.ts', '`snapshot-${term}-${position}-${random}.db`', '`snapshot-${term}-${position}-0.db`'],
    ],
  },
  {
    letter: 'D',
    removed: 'a rotation takes exactly the next number',
    edits: [
      [
        'journal.ts',
        'return createJournal(this.files, this.own.state, this.term + 1);',
        'return createNextJournal(this.files, this.own.state);',
      ],
      ['journal.ts', 'import { createJournal,', 'import { createNextJournal,'],
    ],
  },
  {
    letter: 'E',
    removed: 'the look checks the own name after the listing',
    edits: [
      ['ownFile.ts', 'return false;\n  return holdsItsName(files, own);', 'return false;\n  return true;'],
    ],
  },
  {
    letter: 'E',
    removed: 'the listing comes first in a look, the own name second',
    edits: [
      [
        'ownFile.ts',
        `  const listed = namesWithin(files, own.state);
`,
        `  if (!holdsItsName(files, own)) return false;
  const listed = namesWithin(files, own.state);
`,
      ],
      ['ownFile.ts', 'return false;\n  return holdsItsName(files, own);', 'return false;\n  return true;'],
    ],
  },
  {
    letter: 'E',
    removed: 'journals are deleted in ascending order',
    edits: [['journal.ts', "...namesOf('journal', older),", "...namesOf('journal', older).reverse(),"]],
  },
  {
    letter: 'C1',
    removed: 'the look',
    edits: [
      ['journal.ts', 'const isWriter = isStillWriter(this.files, this.own);', 'const isWriter = true;'],
    ],
  },
  {
    letter: 'C1',
    removed: 'the listing in the look',
    edits: [
      [
        'ownFile.ts',
        "if (listed === null || namesOf('journal', listed).some(({ term }) => term > own.term)) return false;",
        'if (listed === null) return false;',
      ],
    ],
  },
  {
    letter: 'C2',
    removed: 'the look comes after the append and its sync',
    edits: [
      [
        'sqliteRegister.ts',
        '      if (this.fault === null && turn.events.length > 0) this.journal.commit(turn.events);\n      if (this.stillWriter())',
        '      const isWriter = this.stillWriter();\n      if (this.fault === null && turn.events.length > 0) this.journal.commit(turn.events);\n      if (isWriter)',
      ],
    ],
  },
  {
    letter: 'C3',
    removed: 'a read waits for a look',
    edits: [
      ['sqliteRegister.ts', 'fault === null ? this.queue.add([]) :', 'fault === null ? Promise.resolve() :'],
    ],
  },
  {
    letter: 'D1',
    removed: 'the folder is synced before the first answer',
    edits: [['journal.ts', '  own.file.sync();\n  files.syncFolder(own.state);\n', '  own.file.sync();\n']],
  },
  {
    letter: 'D1',
    removed: 'the name of state/ is synced (rule 5)',
    edits: [['takeTerm.ts', '  files.syncFolder(layout.home);\n', '']],
  },
  {
    letter: 'D1',
    removed: 'the name of .signalbox/ is synced (rule 5)',
    edits: [['takeTerm.ts', '  files.syncFolder(layout.root);\n', '']],
  },
  {
    letter: 'D2',
    removed: 'the preamble is synced',
    edits: [
      [
        'journal.ts',
        '  own.file.sync();\n  files.syncFolder(own.state);\n',
        '  files.syncFolder(own.state);\n',
      ],
    ],
  },
  { letter: 'D3', removed: 'a record is synced', edits: [['journal.ts', '    this.own.file.sync();\n', '']] },
  {
    letter: 'D4',
    removed: 'the folder is synced between the rename of a snapshot and the header that names it',
    edits: [['thread/buildDatabase.ts', '  files.syncFolder(job.folder);\n', '']],
  },
  {
    letter: 'D5',
    removed: 'a snapshot is synced before it has its name',
    edits: [['writeNew.ts', '    file.sync();\n', '']],
  },
  {
    letter: 'E1',
    removed: 'journals are created with `wx`',
    edits: [['nodeFiles.ts', "open(path, 'wx+')", "open(path, 'w+')"]],
  },
  {
    letter: 'E2',
    removed: 'the own journal is created before anything is read',
    edits: [
      [
        'takeTerm.ts',
        `  const own = createNextJournal(files, state);
  try {
    const choice = chooseJournal(files, state, own.term, schema);
`,
        `  const choice = chooseJournal(files, state, Infinity, schema);
  const own = createNextJournal(files, state);
  try {
`,
      ],
    ],
  },
  {
    letter: 'E3',
    removed: 'only a journal with `ready` is adopted',
    edits: [
      [
        'chooseJournal.ts',
        'if (journal.isReady) return adopt(',
        'if (journal.header !== null) return adopt(',
      ],
    ],
  },
  {
    letter: 'E4',
    removed:
      '`ready` counts only if all before it is whole and in sequence (chain, positions and count, which each would do)',
    edits: [
      [
        'readJournal.ts',
        '    bad = { line: count, offset: line.offset };\n    evidence.addBad(line, seed);',
        '    seed = line.stated ?? 0;',
      ],
      [
        'readJournal.ts',
        'events.some((event, index) => event.position !== this.last + 1 + index)',
        'events.length < 0',
      ],
      ['readJournal.ts', 'line.ready.count === this.events.length && line.ready.last === this.last', 'true'],
    ],
  },
  {
    letter: 'F1',
    removed: 'who deletes has passed a look',
    edits: [['journal.ts', '    if (!this.mayDelete) return;\n', '']],
  },
  {
    letter: 'F2',
    removed: 'nothing is deleted before the folder is synced',
    edits: [
      [
        'journal.ts',
        ruleFour,
        `  own.file.sync();
  ${newJournal}
  ${look}
  files.syncFolder(own.state);
  return journal;`,
      ],
    ],
  },
  {
    letter: 'F3',
    removed: 'nothing is deleted before the file is synced',
    edits: [
      [
        'journal.ts',
        ruleFour,
        `  files.syncFolder(own.state);
  ${newJournal}
  ${look}
  own.file.sync();
  return journal;`,
      ],
    ],
  },
  {
    letter: 'F4',
    removed: 'snapshots of the own builder stay',
    edits: [
      [
        'journal.ts',
        older,
        older.replace('({ term }) =>', "({ kind, term }) => (kind === 'snapshot' && term === this.term) ||"),
      ],
    ],
  },
  {
    letter: 'F4',
    removed: 'snapshots of later builders stay',
    edits: [
      [
        'journal.ts',
        older,
        older.replace('({ term }) =>', "({ kind, term }) => (kind === 'snapshot' && term > this.term) ||"),
      ],
    ],
  },
  {
    letter: 'F4',
    removed: 'the snapshot that the own header names stays',
    edits: [['journal.ts', "kind === 'snapshot' && name !== this.snapshot?.name", "kind === 'snapshot'"]],
  },
  {
    letter: 'F5',
    removed: '“vanished” is no failure for who was replaced',
    edits: [
      ['takeTerm.ts', "choice.kind === 'damaged' && isStillWriter(files, own)", "choice.kind === 'damaged'"],
    ],
  },
  {
    letter: 'F5',
    removed: '“vanished” is not passed over',
    edits: [
      [
        'chooseJournal.ts',
        'if (bytes === null) return isDamage(`${name} vanished while it was to be read`);',
        'if (bytes === null) continue;',
      ],
    ],
  },
  {
    letter: 'F5',
    removed: 'snapshots without a journal are not an empty store',
    edits: [
      [
        'chooseJournal.ts',
        'if (snapshot !== undefined) return isDamage(',
        'if (snapshot === null) return isDamage(',
      ],
    ],
  },
  {
    letter: 'G1',
    removed: 'request ids are in the state that a snapshot holds folded',
    edits: [
      [
        'database/foldedState.ts',
        'const parts = { model, counters, ...tables };',
        'const parts = { model, counters, ...tables, requests: [] };',
      ],
    ],
  },
  {
    letter: 'G1',
    removed: 'request ids are among the events of a snapshot',
    edits: [
      [
        'database/eventRows.ts',
        'JSON.stringify(data)]',
        "JSON.stringify(type === 'RequestAccepted' ? { ...data, key: '' } : data)]",
      ],
    ],
  },
  {
    letter: 'G2',
    removed: 'temporary names are nobody else’s',
    edits: [
      [
        'thread/buildDatabase.ts',
        'const temporary = `${path}.tmp`;',
        "const temporary = join(job.folder, 'snapshot-1-1-0.db.tmp');",
      ],
    ],
  },
  {
    letter: 'R1',
    removed: 'an own name that holds nothing means replaced',
    edits: [
      [
        'storeFiles.ts',
        'other !== null && one.dev === other.dev && one.ino === other.ino',
        'other === null || one.ino === other.ino',
      ],
    ],
  },
  {
    letter: 'R2',
    removed: 'an own name that holds another file means replaced',
    edits: [
      [
        'storeFiles.ts',
        'other !== null && one.dev === other.dev && one.ino === other.ino',
        'other !== null && one.dev === one.dev',
      ],
    ],
  },
  {
    letter: 'R2',
    removed: 'a rotation checks that the old name holds the old file (rule 9)',
    edits: [['journal.ts', '      if (holdsItsName(this.files, this.own)) {\n', '      {\n']],
  },
  {
    letter: 'R2',
    removed: 'right before each unlink the own name is checked (rule 10)',
    edits: [['journal.ts', '      if (!holdsItsName(this.files, this.own)) return;\n', '']],
  },
  {
    letter: 'S1',
    removed: 'a turn is written in the order of its positions',
    edits: [
      [
        'commitQueue.ts',
        'for (const event of events) this.events.push(event);',
        'this.events.unshift(...events);',
      ],
    ],
  },
  {
    letter: 'S1',
    removed: 'an append names the position that it expects',
    edits: [
      [
        'sqliteRegister.ts',
        'this.refusal() ?? checkPositions(this.last, expected, events)',
        'this.refusal()',
      ],
    ],
  },
  {
    letter: 'S1',
    removed: 'a line out of sequence ends the reading',
    edits: [
      [
        'readJournal.ts',
        'events.some((event, index) => event.position !== this.last + 1 + index)',
        'events.length < 0',
      ],
    ],
  },
  {
    letter: 'half a batch',
    removed: 'a turn is one line with one checksum',
    edits: [
      [
        'journal.ts',
        `    const line = encodeLine({ commit: events }, this.crc);
    this.own.file.write(line.bytes);
    this.own.file.sync();
    this.crc = line.crc;
    this.size += line.bytes.length;`,
        `    for (const event of events) {
      const line = encodeLine({ commit: [event] }, this.crc);
      this.own.file.write(line.bytes);
      this.crc = line.crc;
      this.size += line.bytes.length;
    }
    this.own.file.sync();`,
      ],
    ],
  },
  {
    letter: 'rule 16',
    removed: 'the snapshot of a restore that was cut off is no damage',
    edits: [
      [
        'chooseJournal.ts',
        '(name.term === term || (name.term > term && !has(names, name.term)))',
        'name.term >= term',
      ],
    ],
  },
  {
    letter: 'rule 16',
    removed: 'the name of a restoring journal is durable before that of its snapshot',
    edits: [['restoreBackup.ts', '  files.syncFolder(layout.state);\n  files.rename', '  files.rename']],
  },
];
