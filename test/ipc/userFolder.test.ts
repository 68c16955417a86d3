import assert from 'node:assert/strict';
import { userFolder } from '../../src/ipc/userFolder.ts';

describe('userFolder', () => {
  const cases: [NodeJS.Platform, string, Record<string, string>, string][] = [
    ['linux', '/home/me', {}, '/home/me/.config/signalbox'],
    ['linux', '/home/me', { XDG_CONFIG_HOME: '/cfg' }, '/cfg/signalbox'],
    ['linux', '/home/me', { XDG_CONFIG_HOME: 'cfg' }, '/home/me/.config/signalbox'],
    ['linux', '/home/me', { XDG_CONFIG_HOME: '', APPDATA: '/x' }, '/home/me/.config/signalbox'],
    ['darwin', '/Users/me', { XDG_CONFIG_HOME: '/cfg' }, '/Users/me/Library/Application Support/signalbox'],
    ['win32', 'C:\\Users\\me', {}, 'C:\\Users\\me\\AppData\\Roaming\\signalbox'],
    ['win32', 'C:\\Users\\me', { APPDATA: 'D:\\Data' }, 'D:\\Data\\signalbox'],
  ];
  for (const [platform, home, env, folder] of cases) {
    it(`C22: on ${platform} with ${JSON.stringify(env)} it is ${folder}`, () => {
      assert.equal(userFolder({ platform, home, env }), folder);
    });
  }
});
