import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SourceTask } from '../../src/core/model/snapshot.ts';
import type { EventView } from '../../src/protocol/views.ts';
import { Processes } from '../demo/processes.ts';
import { CallFailed, program, signalbox, signalboxJson } from '../demo/signalbox.ts';
import { ReferenceHub } from '../hub/referenceHub.ts';
import { judge, type Verdict } from './judge.ts';
import { repos, type SoakPlan } from './plan.ts';
import { WorkerFleet } from './workerFleet.ts';
import { makeWorkspace, type SoakWorkspace } from './workspace.ts';

export interface SoakResult extends Verdict {
  readonly seconds: number;
  readonly coordinatorKills: number;
  readonly workerRestarts: number;
  /** Share of the time in which the hub was down. */
  readonly hubDown: number;
  /** Where everything can be looked at; null: it was removed, as nothing was wrong. */
  readonly folder: string | null;
}

const lookEveryMs = 250;

interface Configuration {
  readonly unconfirmed: { readonly digest: string } | null;
}

/**
 * Lets eight workers work off a hub's tasks, while the hub goes and comes, workers are killed in their work and the
 * coordinator is killed again and again; then reads the whole history and says where it is not as it has to be.
 */
export async function soak(
  plan: SoakPlan,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<SoakResult> {
  const hub = new ReferenceHub({}, { token: 'soak-token' });
  await hub.start();
  const place = makeWorkspace(plan, hub.url);
  const processes = new Processes();
  const fleet = new WorkerFleet(place);
  const run = new Run(plan, place, hub, processes, fleet, say);
  try {
    return await run.toTheEnd(signal);
  } finally {
    fleet.stop();
    processes.killAll();
    await hub.stop();
  }
}

class Run {
  private readonly plan: SoakPlan;
  private readonly place: SoakWorkspace;
  private readonly hub: ReferenceHub;
  private readonly processes: Processes;
  private readonly fleet: WorkerFleet;
  private readonly say: (line: string) => void;
  private readonly tasks: readonly SourceTask[];
  private startedAt = 0;
  private kills = 0;
  private lastKillAt = 0;
  private downMs = 0;
  private isUp = true;

  constructor(
    plan: SoakPlan,
    place: SoakWorkspace,
    hub: ReferenceHub,
    processes: Processes,
    fleet: WorkerFleet,
    say: (line: string) => void,
  ) {
    this.plan = plan;
    this.place = place;
    this.hub = hub;
    this.processes = processes;
    this.fleet = fleet;
    this.say = say;
    this.tasks = Array.from({ length: plan.tasks }, (_, at) => ({
      id: `t${at + 1}`,
      status: 'todo',
      title: `Piece of work ${at + 1}`,
      project: repos[at % repos.length] ?? '',
    }));
  }

  async toTheEnd(signal?: AbortSignal): Promise<SoakResult> {
    this.serve();
    await this.confirm();
    this.startedAt = Date.now();
    this.lastKillAt = this.startedAt;
    let isDone = false;
    for (let lookedAt = Date.now(); !isDone && this.elapsed() < this.plan.limitMs; lookedAt = Date.now()) {
      await this.turnTheHub();
      this.bringTasks();
      await this.killTheCoordinator();
      this.fleet.keepUp();
      signal?.throwIfAborted();
      isDone = this.completed() === this.plan.tasks && (await this.isSettled());
      await setTimeout(lookEveryMs);
      if (!this.isUp) this.downMs += Date.now() - lookedAt;
    }
    const seconds = this.elapsed() / 1_000;
    this.say(`${this.completed()} of ${this.plan.tasks} tasks completed after ${seconds.toFixed(0)} s`);
    if (!this.isUp) await this.hub.start();
    const events = await this.history();
    const verdict = judge(
      events,
      this.tasks.map(({ id }) => id),
      this.hub,
    );
    await this.processes.stop('coordinator');
    const isWell = verdict.faults.length === 0;
    if (isWell) rmSync(this.place.folder, { recursive: true, force: true, maxRetries: 5 });
    return {
      ...verdict,
      seconds,
      coordinatorKills: this.kills,
      workerRestarts: this.fleet.restarts,
      hubDown: this.downMs / (seconds * 1_000),
      folder: isWell ? null : this.place.folder,
    };
  }

  private readonly elapsed = (): number => Date.now() - this.startedAt;

  private completed(): number {
    const done = this.hub.receipts.all().filter(({ state }) => state === 'completed');
    return new Set(done.map((receipt) => receipt.external_id)).size;
  }

  private serve(): void {
    const { root: cwd, env, logs } = this.place;
    this.processes.start('coordinator', [program, 'serve'], {
      cwd,
      env,
      log: path.join(logs, 'coordinator.log'),
    });
  }

  /** The hub and the commands wait for a person's word (C22). */
  private async confirm(): Promise<void> {
    await this.patiently(async () => {
      const { unconfirmed } = await signalboxJson<Configuration>(this.operator, 'config', 'show');
      if (unconfirmed !== null) await signalbox(this.operator, 'config', 'confirm', unconfirmed.digest);
    });
  }

  private get operator() {
    return { cwd: this.place.root, env: this.place.env };
  }

  /** A call that may come while no coordinator answers. */
  private async patiently<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call();
      } catch (error) {
        const isAway = error instanceof CallFailed && [9, 10].includes(error.exitCode);
        if (!isAway || attempt === 60) throw error;
        await setTimeout(500);
      }
    }
  }

  /** Up for two thirds of each cycle. */
  private async turnTheHub(): Promise<void> {
    const isUp = this.elapsed() % this.plan.hubCycleMs < (this.plan.hubCycleMs * 2) / 3;
    if (isUp === this.isUp) return;
    this.isUp = isUp;
    await (isUp ? this.hub.start() : this.hub.stop());
  }

  private bringTasks(): void {
    const due = Math.ceil(
      (this.plan.tasks * Math.min(this.elapsed(), this.plan.arriveMs)) / this.plan.arriveMs,
    );
    const known = this.hub.snapshot.tasks.length;
    if (due <= known) return;
    this.hub.snapshot = {
      ...this.hub.snapshot,
      tasks: [...this.hub.snapshot.tasks, ...this.tasks.slice(known, due)],
    };
  }

  private async killTheCoordinator(): Promise<void> {
    const now = Date.now();
    if (now - this.lastKillAt < this.plan.coordinatorLivesMs) {
      if (!this.processes.isRunning('coordinator')) this.serve();
      return;
    }
    this.lastKillAt = now;
    this.kills += 1;
    await this.processes.kill('coordinator');
    this.say(`${(this.elapsed() / 1_000).toFixed(0)} s: ${this.completed()} done, coordinator killed`);
    this.serve();
  }

  /** No receipt waits any more. */
  private async isSettled(): Promise<boolean> {
    try {
      const { receipts } = await signalboxJson<{ receipts: unknown[] }>(this.operator, 'receipts');
      return receipts.length === 0;
    } catch (error) {
      if (error instanceof CallFailed) return false;
      throw error;
    }
  }

  private async history(): Promise<EventView[]> {
    const args = ['history', '--from', '1', '--limit', '10000000'];
    const { events } = await this.patiently(() =>
      signalboxJson<{ events: EventView[] }>(this.operator, ...args),
    );
    return events;
  }
}
