/** A VS Code that asks nothing, fetches nothing and opens nothing by itself. */
export const userSettings: Readonly<Record<string, unknown>> = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'chat.disableAIFeatures': true,
  'git.openRepositoryInParentFolders': 'never',
  'files.simpleDialog.enable': true,
  // The renderer that puts a terminal's text into the page, where it can be read.
  'terminal.integrated.gpuAcceleration': 'off',
  'terminal.integrated.defaultProfile.linux': 'bash',
  // Without arguments: VS Code adds no shell integration to a bash that is told to skip its start-up files.
  'terminal.integrated.profiles.linux': { bash: { path: '/bin/bash' } },
};
