import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
  sharedByMountInfo,
  sharedByMountTable,
  sharedByWindowsPath,
  sharedFileSystem,
} from '../../src/files/sharedFileSystem.ts';

type Mount = readonly [type: string, at: string];
/** The mounts of a machine, as `mountinfo` writes them. */
const mountInfo = (...mounts: readonly Mount[]): string =>
  mounts
    .map(
      ([type, at], index) =>
        `${30 + index} 29 0:${40 + index} / ${at} rw,relatime shared:${index} - ${type} src rw,x=y`,
    )
    .join('\n') + '\n';

const NFS = 'NFS (a network file system)';

describe('file systems that other machines may write to', () => {
  const types: readonly (readonly [type: string, what: string | null])[] = [
    ['ext4', null],
    ['btrfs', null],
    ['xfs', null],
    ['tmpfs', null],
    ['overlay', null],
    ['zfs', null],
    ['fuseblk', null],
    ['fuse.mergerfs', null],
    ['a-type-that-nobody-knows', null],
    ['nfs', NFS],
    ['nfs4', NFS],
    ['cifs', 'SMB (a network file system)'],
    ['smb3', 'SMB (a network file system)'],
    ['afs', 'AFS (a network file system)'],
    ['ceph', 'Ceph (a network file system)'],
    ['fuse.sshfs', 'SSHFS (a network file system)'],
    ['fuse.rclone', 'rclone (a network file system)'],
    ['fuse.glusterfs', 'GlusterFS (a file system of several machines)'],
    ['gfs2', 'GFS2 (a file system of several machines)'],
    ['ocfs2', 'OCFS2 (a file system of several machines)'],
    ['lustre', 'Lustre (a file system of several machines)'],
    ['9p', '9P (a folder of the machine around this one)'],
    ['drvfs', 'DrvFs (a folder of the machine around this one)'],
    ['virtiofs', 'virtiofs (a folder of the machine around this one)'],
    ['vboxsf', 'VirtualBox (a folder of the machine around this one)'],
    ['prl_fs', 'Parallels (a folder of the machine around this one)'],
    ['fuse.vmhgfs-fuse', 'VMware (a folder of the machine around this one)'],
  ];
  for (const [type, what] of types) {
    it(`Linux, ${type}: ${what ?? 'says nothing'}`, () => {
      const text = mountInfo(['ext4', '/'], [type, '/work']);
      const found = sharedByMountInfo(text, '/work/app/.signalbox/state');
      assert.deepEqual(found, what === null ? null : { what, mountedAt: '/work' });
    });
  }

  const places: readonly (readonly [
    why: string,
    mounts: readonly Mount[],
    folder: string,
    mountedAt: string | null,
  ])[] = [
    ['the root itself', [['nfs', '/']], '/home/a', '/'],
    [
      'a mount point itself',
      [
        ['ext4', '/'],
        ['nfs', '/home'],
      ],
      '/home',
      '/home',
    ],
    [
      'a name that only begins alike',
      [
        ['ext4', '/'],
        ['nfs', '/home'],
      ],
      '/home2/a',
      null,
    ],
    [
      'a local disk within a share',
      [
        ['nfs', '/'],
        ['ext4', '/home'],
      ],
      '/home/a',
      null,
    ],
    [
      'a share within a share',
      [
        ['nfs', '/'],
        ['nfs', '/home/a'],
        ['ext4', '/home'],
      ],
      '/home/a/b',
      '/home/a',
    ],
    [
      'a share over an automounter',
      [
        ['ext4', '/'],
        ['autofs', '/net'],
        ['nfs', '/net'],
      ],
      '/net/a',
      '/net',
    ],
    [
      'a local disk mounted over a share',
      [
        ['nfs', '/data'],
        ['ext4', '/data'],
      ],
      '/data/a',
      null,
    ],
    ['a point with a space and a backslash', [['nfs', '/my\\040disk\\134x']], '/my disk\\x/a', '/my disk\\x'],
    ['no mounts at all', [], '/home/a', null],
  ];
  for (const [why, mounts, folder, mountedAt] of places) {
    it(`Linux, the mount that holds the folder: ${why}`, () => {
      const found = sharedByMountInfo(mountInfo(...mounts), folder);
      assert.deepEqual(found, mountedAt === null ? null : { what: NFS, mountedAt });
    });
  }

  it('Linux: lines that are no mounts are passed over', () => {
    assert.equal(sharedByMountInfo('\nrubbish\n36 35 0:1 / /home rw\n', '/home/a'), null);
    const untagged = '36 35 0:1 / /home rw - nfs4 server:/home rw\n';
    assert.deepEqual(sharedByMountInfo(untagged, '/home/a'), { what: NFS, mountedAt: '/home' });
  });

  it('macOS: by its table of mounts', () => {
    const table = [
      '/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)',
      '/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)',
      '//me@nas._smb._tcp.local/team on /Volumes/my team (smbfs, nodev, nosuid, mounted by me)',
      'server:/export on /Volumes/work (1) (nfs, nodev)',
    ].join('\n');
    const at = (folder: string) => sharedByMountTable(table, folder);
    assert.deepEqual(
      [
        at('/Users/me/app'),
        at('/System/Volumes/Data/x'),
        at('/Volumes/my team/app'),
        at('/Volumes/work (1)/app'),
      ],
      [
        null,
        null,
        { what: 'SMB (a network file system)', mountedAt: '/Volumes/my team' },
        { what: NFS, mountedAt: '/Volumes/work (1)' },
      ],
    );
  });

  it('Windows: by the name of a share', () => {
    const share = { what: 'SMB (a network file system)', mountedAt: '\\\\nas\\team' };
    const wsl = {
      what: 'WSL (a folder of the machine around this one)',
      mountedAt: '\\\\wsl.localhost\\Debian',
    };
    assert.deepEqual(
      [
        'C:\\Users\\me\\app',
        '\\\\?\\C:\\Users\\me',
        '\\\\.\\pipe\\x',
        '\\\\nas\\team\\app',
        '\\\\?\\UNC\\nas\\team\\app',
        '\\\\wsl.localhost\\Debian\\home',
      ].map(sharedByWindowsPath),
      [null, null, null, share, share, wsl],
    );
  });

  it('a folder that is not there yet counts as the one that it will be in', async () => {
    const there = await sharedFileSystem(import.meta.dirname);
    assert.deepEqual(await sharedFileSystem(`${import.meta.dirname}/not/there/yet`), there);
  });
});
