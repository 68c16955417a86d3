/** What `signalbox init` writes. Both say nothing until somebody edits them, so that nothing starts by surprise. */
export const exampleConfiguration = `// Signalbox: what it works on, and by which rules. All keys are optional; every one is explained in
// docs/configuration.md. Durations are in seconds.
{
  // The repos that get work: name -> path. Without it this folder is the only one, under its own name.
  // "repos": { "api": "./api", "web": "./web" },

  // Who may do the work. Each repo has a worker of its own name anyway: one that asks with \`signalbox next\`.
  // "workers": { "night-shift": { "repos": ["api"], "transport": "poll" } },

  // Action classes that do not stop a task. Waits until a person confirms it: signalbox config confirm.
  // "allow": ["network"],

  // How long a lease lasts without a sign of life from its worker.
  // "leaseTtl": 600
}
`;

export const exampleTasks = `# Tasks of this repository, for Signalbox. Only \`todo\` starts work: this one waits until you change its status.
# Where the configuration has several repos, say of each task which one it is for: \`project: api\`.
tasks:
  - id: example
    status: wait
    title: Say in the README how to run the tests
`;
