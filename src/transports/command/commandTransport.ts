import { rmSync } from 'node:fs';
import path from 'node:path';
import { DisposableStore } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { type Log, type Offer, type Transport, TransportFault } from '../../coordinator/ports.ts';
import type { Look } from '../../core/context.ts';
import type { LeaseId, MessageId, RepoSlug, WorkerId } from '../../core/model/ids.ts';
import type { ProcessRef, TransportRecord } from '../../core/model/lease.ts';
import type { Settings, WorkerSetting } from '../../core/model/settings.ts';
import { childEnvironment, pathName } from './childEnvironment.ts';
import { findObstacle } from './findObstacle.ts';
import { isRunning, type Processes } from './isRunning.ts';
import type { LaunchJob } from './launch.ts';
import { SentMessages, type Start } from './sentMessages.ts';
import { startLauncher } from './startLauncher.ts';

export interface CommandTransportParts {
  readonly root: string;
  /** Of the register: a send of an older term is ignored (store rule 15). */
  readonly term: number;
  readonly settings: () => Settings;
  readonly processes: Processes;
  readonly now: () => number;
  readonly log: Log;
  /** Node, or an Electron that can be one. */
  readonly node: string;
  readonly launcher: string;
  readonly cli: string;
  /** Where `signalbox` is, for the commands' own calls. */
  readonly bin: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

interface Options {
  readonly command: readonly [string, ...string[]];
  readonly env?: readonly string[];
}

const dayMs = 86_400_000;
/** Longer than any message is sent again. */
const keptForMs = 7 * dayMs;

const pidOf = ({ run, launcher }: Start): number => (run ?? launcher).pid;
const keyOf = ({ pid, startedAt }: ProcessRef): string => `${pid}:${startedAt}`;
const endpointOf = (pid: number): string => `pid:${pid}`;

/**
 * Starts the worker's command for each lease: `signalbox run --task T --worker W -- COMMAND`, in the repo's folder, in a
 * process group that outlives the coordinator. The command gets no secrets, and its output goes to a log of its own.
 * "Injected" means that the process was started; only its own call acknowledges (C8).
 */
export class CommandTransport implements Transport {
  readonly kind = 'command';
  private readonly parts: CommandTransportParts;
  private readonly sent: SentMessages;
  private readonly ended: Emitter<undefined>;
  private readonly owned = new DisposableStore();
  /** Messages whose start is not known to have ended. */
  private readonly running = new Set<string>();
  /** Launchers, and what they started: `pid:started at`. */
  private readonly started = new Set<string>();
  /** Messages whose processes are not known yet: their launcher is on the way. */
  private readonly unseen = new Set<string>();
  /** Workers whose launcher has not answered yet. */
  private readonly starting = new Set<WorkerId>();

  constructor(parts: CommandTransportParts) {
    this.parts = parts;
    this.sent = new SentMessages(path.join(parts.root, '.signalbox', 'state', 'sent'));
    this.ended = this.owned.add(
      new Emitter((error) =>
        parts.log.error('the end of a command could not be told', { error: String(error) }),
      ),
    );
    const isOver = (start: Start): boolean => this.isRunning(start) === false;
    for (const { worker, messageId } of this.sent.forgetBefore(parts.now() - keptForMs, isOver)) {
      rmSync(this.logOf(worker, messageId), { force: true });
    }
    for (const start of this.sent.all()) {
      this.remember(start);
      if (!isOver(start)) this.running.add(start.messageId);
    }
  }

  async look(worker: WorkerSetting): Promise<Look> {
    if (this.starting.has(worker.id)) return { ok: false, reason: 'worker_busy', detail: worker.id };
    const own = this.starts().find((start) => start.worker === worker.id);
    if (own !== undefined) {
      const isKnown = this.isRunning(own) === true;
      const detail = `${worker.id} (${endpointOf(pidOf(own))})`;
      return { ok: false, reason: isKnown ? 'worker_busy' : 'state_unknown', detail };
    }
    for (const repo of worker.repos) {
      const obstacle = await this.obstacle(worker, repo);
      if (obstacle !== null) return { ok: false, reason: 'undeliverable', detail: obstacle };
    }
    return { ok: true, endpointId: `command:${worker.id}` };
  }

  async send(offer: Offer, worker: WorkerSetting): Promise<TransportRecord> {
    const seen = this.sent.newest(offer.messageId);
    if (seen !== null && this.isRunning(seen) !== false) return injected(pidOf(seen));
    const obstacle = await this.obstacle(worker, offer.repo);
    if (obstacle !== null) return { endpointId: null, state: 'undeliverable', reason: obstacle };
    this.starting.add(worker.id);
    try {
      return await this.start(offer, worker);
    } finally {
      this.starting.delete(worker.id);
    }
  }

  async read(_leaseId: LeaseId, messageId: MessageId): Promise<TransportRecord | null> {
    const start = this.sent.newest(messageId);
    if (start === null || this.isRunning(start) !== false) return null;
    const { code = null, signal = null } = start.exit ?? {};
    if (code !== null && unheard.has(code)) return null;
    const how = code !== null ? `with exit code ${code}` : signal !== null ? `by ${signal}` : 'unseen';
    const log = path.relative(this.parts.root, this.logOf(start.worker, messageId));
    const reason = `the command ended ${how} before it acknowledged; its output is in ${log}`;
    return { endpointId: endpointOf(pidOf(start)), state: 'failed', reason };
  }

  watch(onChange: () => void) {
    return this.ended.event(() => onChange());
  }

  /** Of this coordinator, or of an earlier one of the same root. */
  hasStarted(process: ProcessRef): boolean {
    for (const messageId of this.unseen) this.remember(this.sent.newest(messageId));
    return this.started.has(keyOf(process));
  }

  /** What was started goes on. */
  dispose(): void {
    this.owned.dispose();
  }

  private async start(offer: Offer, worker: WorkerSetting): Promise<TransportRecord> {
    const { node, launcher: script } = this.parts;
    const environment = this.environment(worker);
    const onEnded = (): void => this.ended.fire(undefined);
    const job = this.job(offer, worker);
    this.running.add(offer.messageId);
    this.unseen.add(offer.messageId);
    const word = await startLauncher(job, { node, script, environment, onEnded }).catch((error: unknown) => {
      throw new TransportFault('transient', error instanceof Error ? error.message : String(error), {
        cause: error,
      });
    });
    if ('pid' in word) return injected(word.pid);
    throw new TransportFault('transient', word.reason);
  }

  private remember(start: Start | null): void {
    if (start === null) return;
    const { launcher, run, exit, messageId } = start;
    this.started.add(keyOf(launcher));
    if (run !== null) this.started.add(keyOf(run));
    if (run !== null || exit !== null) this.unseen.delete(messageId);
  }

  private job(offer: Offer, worker: WorkerSetting): LaunchJob {
    const { root, term, node, cli } = this.parts;
    const { messageId, leaseId, attempt, taskId, repo } = offer;
    const run = [cli, 'run', '--task', taskId, '--worker', worker.id, '--', ...optionsOf(worker).command];
    return {
      messageId,
      leaseId,
      worker: worker.id,
      term,
      attempt,
      sentFolder: path.join(root, '.signalbox', 'state', 'sent'),
      logFile: this.logOf(worker.id, messageId),
      folder: this.folderOf(repo),
      command: [node, ...run],
    };
  }

  private environment(worker: WorkerSetting): Record<string, string> {
    const { env, platform, bin, node, root } = this.parts;
    const kept = childEnvironment(env, optionsOf(worker).env ?? [], platform);
    const name = pathName(kept);
    return {
      ...kept,
      [name]: [bin, ...(kept[name] ?? '').split(path.delimiter)].join(path.delimiter),
      SIGNALBOX_ROOT: root,
      SIGNALBOX_WORKER: worker.id,
      SIGNALBOX_NODE: node,
      ...(process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' }),
    };
  }

  private obstacle(worker: WorkerSetting, repo: RepoSlug): Promise<string | null> {
    const environment = this.environment(worker);
    const searchPath = environment[pathName(environment)] ?? '';
    return findObstacle({ program: optionsOf(worker).command[0], folder: this.folderOf(repo), searchPath });
  }

  /** Those that may still run, as their launchers last wrote them down. */
  private starts(): Start[] {
    const found: Start[] = [];
    for (const messageId of this.running) {
      const start = this.sent.newest(messageId);
      // Without one its launcher is still on the way.
      if (start === null) continue;
      if (this.isRunning(start) === false) this.running.delete(messageId);
      else found.push(start);
    }
    return found;
  }

  private isRunning(start: Start): boolean | 'unknown' {
    return isRunning(start, this.parts.processes);
  }

  private logOf(worker: string, messageId: string): string {
    return path.join(this.parts.root, '.signalbox', 'state', 'logs', `${worker}-${messageId}.log`);
  }

  private folderOf(slug: RepoSlug): string {
    const repo = this.parts.settings().repos.find((known) => known.slug === slug);
    return path.resolve(this.parts.root, repo?.path ?? slug);
  }
}

/**
 * Exit codes of `signalbox run` that say nothing of the command: no coordinator answered, or its disk failed. A coordinator
 * that reads them came later. The offer runs out, and the same message is sent again (C9, C11).
 */
const unheard: ReadonlySet<number> = new Set([9, 10]);

const injected = (pid: number): TransportRecord => ({
  endpointId: endpointOf(pid),
  state: 'injected',
  reason: null,
});

/** As the configuration's schema has checked them. */
const optionsOf = ({ options }: WorkerSetting): Options => options as unknown as Options;
