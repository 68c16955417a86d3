import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { EventView, LeaseView, QuestionView } from '../../src/protocol/views.ts';
import { checkStore } from './checkStore.ts';
import { DemoFailure, type Narrator } from './narrator.ts';
import type { Processes } from './processes.ts';
import { RegisterFollower } from './register.ts';
import { program, signalbox, signalboxJson } from './signalbox.ts';
import type { Workspace } from './workspace.ts';

interface Status {
  readonly leases: readonly LeaseView[];
  readonly questions: readonly QuestionView[];
  readonly counts: Readonly<Record<string, number>>;
}

const about = (type: EventView['type'], taskId: string) => (event: EventView) =>
  event.type === type && event.task_id === taskId;

/** The demo's course. Each part leaves the workspace as the next one wants it. */
export class Story {
  private readonly workspace: Workspace;
  private readonly processes: Processes;
  private readonly narrator: Narrator;
  private readonly register: RegisterFollower;
  private starts = 0;

  constructor(workspace: Workspace, processes: Processes, narrator: Narrator) {
    this.workspace = workspace;
    this.processes = processes;
    this.narrator = narrator;
    this.register = new RegisterFollower(this.place, narrator);
  }

  async tell(): Promise<void> {
    await this.begin();
    await this.killWorker();
    await this.killCoordinatorAndAnswer();
    await this.goOn();
    await this.finishUpstream();
    await this.end();
  }

  private get place() {
    return { cwd: this.workspace.root, env: this.workspace.env };
  }

  /** Six tasks appear; two workers take what is free, one asks, and what must wait waits. */
  private async begin(): Promise<void> {
    const { narrator, register } = this;
    narrator.title('Six tasks, two repositories, a worker each');
    narrator.tell('demo', `made ${this.workspace.root}`);
    this.startWorker('web');
    this.startWorker('api');
    await this.startCoordinator();
    await register.until('web asked its question', about('QuestionAsked', 'file/greeting'));
    const publish = register.events.filter(({ task_id }) => task_id === 'file/publish');
    const moves = publish.map(({ type }) => type).filter((type) => type.startsWith('Lease'));
    narrator.must(
      'the task that would publish was stopped by its gate, and given to nobody',
      moves.join() === 'LeaseCreated,LeaseStopped' && publish.at(-1)?.data['gate'] === 'action_class',
      moves,
    );
    const { leases } = await this.status();
    const client = leases.find(({ task_id }) => task_id === 'file/client');
    narrator.must('the task of the other plan waits for it', client?.reason === 'upstream', client);
    const asking = leases.find(({ task_id }) => task_id === 'file/greeting');
    const stands = asking?.question_open === true && asking.deadline_at === null;
    narrator.must("the asking worker's time stands still", stands, asking);
  }

  /** The worker of api is killed with half of its work in the tree. */
  private async killWorker(): Promise<void> {
    const { narrator, register, processes, workspace } = this;
    narrator.title('A worker dies in the middle of its work');
    await register.until('api has begun', about('LeaseAcknowledged', 'file/parser'));
    await this.eventually('api edits its file', () => this.dirt() !== '');
    await processes.kill('api');
    narrator.tell('demo', 'killed the worker of api with SIGKILL');
    narrator.show('git -C api status --short', this.dirt());
    const text = readFileSync(path.join(workspace.root, 'api', 'parser.txt'), 'utf8');
    narrator.must('its half-done work is still there', text.includes('skip empty lines'), text);
  }

  /** A person answers after the restart; the worker, which has waited through it, goes on. */
  private async killCoordinatorAndAnswer(): Promise<void> {
    const { narrator, register, processes, workspace } = this;
    narrator.title('The coordinator dies too');
    await register.look();
    const before = register.events.map(({ id }) => id);
    const asked = register.events.find(about('QuestionAsked', 'file/greeting'));
    await processes.kill('coordinator');
    narrator.tell('demo', 'killed the coordinator with SIGKILL');
    await this.startCoordinator();
    const answering = signalbox(this.place, 'answer', String(asked?.data['question_id']), 'friendly');
    const args = ['history', '--from', '1', '--limit', String(before.length)];
    const [{ events }, answered] = await Promise.all([
      signalboxJson<{ events: EventView[] }>(this.place, ...args),
      answering,
    ]);
    const isSame = events.every(({ id }, at) => id === before[at]) && events.length === before.length;
    narrator.must(`all ${before.length} events that had been seen are there, at their places`, isSame);
    narrator.title('A person answers');
    narrator.show('signalbox answer … friendly', answered);
    await register.until('the greeting was completed', about('LeaseCompleted', 'file/greeting'));
    const page = readFileSync(path.join(workspace.root, 'web', 'page.html'), 'utf8');
    narrator.must('the worker did as it was told', page.includes('Hello there!'), page);
  }

  /** The lost work is held for a person, who says continue; the successor goes on with what it finds. */
  private async goOn(): Promise<void> {
    const { narrator, register, workspace } = this;
    narrator.title('What the dead worker left');
    // Only now: the same worker back before the deadline would simply get its lease again.
    await register.until('the lost lease was found', about('LeaseStopped', 'file/parser'));
    this.startWorker('api');
    const held = await register.until(
      'its successor was held',
      (event) => about('LeaseQueued', 'file/parser')(event) && event.data['reason'] === 'dirty_tree',
    );
    const status = await signalbox(this.place, 'status');
    narrator.show('signalbox status', status);
    const isHeld = status.includes('signalbox continue');
    narrator.must('nobody is given the repository until a person has looked', isHeld);
    narrator.show('git -C api diff', workspace.git('api', 'diff', '--unified=0'));
    const id = held.lease_id ?? '';
    narrator.show('signalbox continue …', await signalbox(this.place, 'continue', id));
    await register.until('the parser was completed', about('LeaseCompleted', 'file/parser'));
    const text = readFileSync(path.join(workspace.root, 'api', 'parser.txt'), 'utf8');
    const isWhole = text === 'read a line\nskip empty lines\nsplit at commas\n';
    narrator.must('the successor finished what was begun', isWhole, text);
  }

  /** The plan that another waits for is finished by an edit of the task file. */
  private async finishUpstream(): Promise<void> {
    const { narrator, register } = this;
    narrator.title('The plan that another one waits for is finished');
    const isEarly = register.events.some(about('LeaseAcknowledged', 'file/client'));
    narrator.must('nobody has begun what waits', !isEarly);
    this.workspace.edit('repo_id: api, status: active', 'repo_id: api, status: finished');
    narrator.tell('demo', 'wrote "status: finished" into .signalbox/tasks/demo.yaml');
    await register.until('the waiting task was completed', about('LeaseCompleted', 'file/client'));
    await register.until('the message was worked on', about('LeaseCompleted', 'file/message/build-log'));
  }

  private async end(): Promise<void> {
    const { narrator, processes, workspace } = this;
    narrator.title('What is left');
    const { counts, questions } = await this.status();
    // What was stopped by its gate is over.
    const { stopped: _, ...live } = counts;
    const open = Object.values(live).reduce((sum, count) => sum + count, questions.length);
    narrator.must('signalbox status: nothing runs, waits or is asked', open === 0, { counts, questions });
    const commits = ['web', 'api'].map((repo) => workspace.git(repo, 'rev-list', '--count', 'HEAD').trim());
    narrator.must('each piece of work is one commit', commits.join() === '5,2', commits);
    const dirt = workspace.git('web', 'status', '--short') + this.dirt();
    narrator.must('both trees are clean', dirt === '', dirt);
    await Promise.all([processes.kill('web'), processes.kill('api'), processes.stop('coordinator')]);
    narrator.tell('demo', 'stopped the coordinator; from the store itself, signalbox.db:');
    await checkStore(workspace.database, narrator);
  }

  private async startCoordinator(): Promise<void> {
    const log = path.join(this.workspace.folder, 'coordinator.log');
    this.starts += 1;
    const pid = this.processes.start('coordinator', [program, 'serve'], { ...this.place, log });
    await this.eventually('the coordinator is ready', () => {
      const isReady = readFileSync(log, 'utf8').split('Signalbox serves').length > this.starts;
      if (isReady || this.processes.isRunning('coordinator')) return isReady;
      throw new DemoFailure(`the coordinator ended: ${readFileSync(log, 'utf8')}`);
    });
    this.narrator.tell('coordinator', `serves (pid ${pid})`);
  }

  private startWorker(repo: 'web' | 'api'): void {
    const { root, env, folder } = this.workspace;
    const command = [process.execPath, path.join(import.meta.dirname, 'worker.mjs'), program, repo] as const;
    const place = { cwd: path.join(root, repo), env, log: path.join(folder, `${repo}.log`) };
    this.narrator.tell(repo, `works (pid ${this.processes.start(repo, command, place)})`);
  }

  private status(): Promise<Status> {
    return signalboxJson<Status>(this.place, 'status');
  }

  private dirt(): string {
    return this.workspace.git('api', 'status', '--short');
  }

  private async eventually(what: string, isTrue: () => boolean): Promise<void> {
    const deadline = Date.now() + 15_000;
    while (!isTrue()) {
      if (Date.now() > deadline) throw new DemoFailure(`in 15 s there was no sign that ${what}`);
      await new Promise((settle) => setTimeout(settle, 30));
    }
  }
}
