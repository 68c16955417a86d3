import { launchPointer, launchPresets } from '../../agents/launchLines.ts';
import type { Settings, WorkerSetting } from '../../core/model/settings.ts';

/** What a person can start. */
export interface WorkerChoice {
  readonly label: string;
  readonly description: string;
  /** The worker of the configuration that is meant; null: one of its own. */
  readonly worker: string | null;
  readonly repos: readonly string[];
  /** What is run in the terminal's shell; null: nothing, the person does. */
  readonly command: readonly string[] | null;
}

/** A worker of the configuration whose agent nobody knows. */
export interface UnknownAgent {
  readonly worker: string;
  readonly agent: string;
}

interface TerminalOptions {
  readonly agent?: string;
  readonly command?: readonly string[];
}

/** Workers of the configuration that live in terminals, then a plain shell, then the agents that Signalbox knows. */
export function workerChoices(settings: Pick<Settings, 'repos' | 'workers'>): {
  readonly choices: readonly WorkerChoice[];
  readonly unknown: readonly UnknownAgent[];
} {
  const repos = settings.repos.map(({ slug }) => slug);
  const configured = settings.workers
    .filter(({ transport }) => transport === 'terminal')
    .map(configuredChoice);
  const presets = [...launchPresets.values()].map(({ label, command }) =>
    ownChoice(label, 'a coding agent', repos, command(launchPointer)),
  );
  return {
    choices: [
      ...configured.filter((each) => 'command' in each),
      ownChoice('Shell', 'a plain terminal, for whatever asks for work in it', repos, null),
      ...presets,
    ],
    unknown: configured.filter((each) => 'agent' in each),
  };
}

const ownChoice = (
  label: string,
  description: string,
  repos: readonly string[],
  command: readonly string[] | null,
): WorkerChoice => ({ label, description, worker: null, repos, command });

function configuredChoice({ id, repos, options }: WorkerSetting): WorkerChoice | UnknownAgent {
  const { agent, command } = options as TerminalOptions;
  const preset = agent === undefined ? undefined : launchPresets.get(agent);
  if (command === undefined && agent !== undefined && preset === undefined) return { worker: id, agent };
  const what = command?.[0] ?? preset?.label ?? 'a plain terminal';
  return {
    label: id,
    description: `${what}, for ${repos.join(', ')}`,
    worker: id,
    repos,
    command: command ?? preset?.command(launchPointer) ?? null,
  };
}
