import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** A file system that other machines may write to. */
export interface SharedFileSystem {
  /** What it is, in words, such as `NFS (a network file system)`. */
  readonly what: string;
  readonly mountedAt: string;
}

const network = (name: string): string => `${name} (a network file system)`;
const cluster = (name: string): string => `${name} (a file system of several machines)`;
const lent = (name: string): string => `${name} (a folder of the machine around this one)`;

/** By the names that Linux and macOS give to types, of FUSE without `fuse.`. What is not here says nothing. */
const kinds: ReadonlyMap<string, string> = new Map([
  ...(['nfs', 'nfs4'] as const).map((type) => [type, network('NFS')] as const),
  ...(['cifs', 'smb2', 'smb3', 'smbfs'] as const).map((type) => [type, network('SMB')] as const),
  ...(['afs', 'auristorfs', 'openafs'] as const).map((type) => [type, network('AFS')] as const),
  ...(['ceph', 'ceph-fuse'] as const).map((type) => [type, network('Ceph')] as const),
  ['afpfs', network('AFP')],
  ['coda', network('Coda')],
  ['ncpfs', network('NCP')],
  ...(['webdav', 'davfs', 'davfs2'] as const).map((type) => [type, network('WebDAV')] as const),
  ['sshfs', network('SSHFS')],
  ['rclone', network('rclone')],
  ...(
    ['s3fs', 'goofys', 'mount-s3', 'mountpoint-s3', 'gcsfuse', 'blobfuse', 'blobfuse2', 'juicefs'] as const
  ).map((type) => [type, network(type)] as const),
  ['glusterfs', cluster('GlusterFS')],
  ['lustre', cluster('Lustre')],
  ['beegfs', cluster('BeeGFS')],
  ['gpfs', cluster('GPFS')],
  ['gfs2', cluster('GFS2')],
  ['ocfs2', cluster('OCFS2')],
  ...(['pvfs2', 'orangefs'] as const).map((type) => [type, cluster('OrangeFS')] as const),
  ['9p', lent('9P')],
  ['drvfs', lent('DrvFs')],
  ['virtiofs', lent('virtiofs')],
  ...(['vboxsf', 'vboxfs'] as const).map((type) => [type, lent('VirtualBox')] as const),
  ['prl_fs', lent('Parallels')],
  ...(['vmhgfs', 'vmhgfs-fuse'] as const).map((type) => [type, lent('VMware')] as const),
  ...(['fakeowner', 'grpcfuse', 'osxfs'] as const).map((type) => [type, lent('Docker Desktop')] as const),
]);

interface Mount {
  readonly at: string;
  readonly type: string;
}

/** By the text of Linux's `/proc/self/mountinfo`. `folder` is absolute and without links. */
export const sharedByMountInfo = (text: string, folder: string): SharedFileSystem | null =>
  sharedAmong(text.split('\n').flatMap(linuxMount), folder);

/** By what `mount` prints on macOS. */
export const sharedByMountTable = (text: string, folder: string): SharedFileSystem | null =>
  sharedAmong(text.split('\n').flatMap(macMount), folder);

/** By a Windows path; a drive letter that stands for a share is to be resolved before. */
export function sharedByWindowsPath(folder: string): SharedFileSystem | null {
  const [, host, share] = /^\\\\(?:\?\\UNC\\)?([^\\?.][^\\]*)\\([^\\]+)/i.exec(folder) ?? [];
  if (host === undefined || share === undefined) return null;
  const what = /^wsl(\$|\.localhost$)/i.test(host) ? lent('WSL') : network('SMB');
  return { what, mountedAt: `\\\\${host}\\${share}` };
}

/** The longest mount point that holds the folder; of several at one place the last, which covers the others. */
function sharedAmong(mounts: readonly Mount[], folder: string): SharedFileSystem | null {
  const holding = mounts.filter(({ at }) => at === '/' || at === folder || folder.startsWith(`${at}/`));
  const longest = Math.max(...holding.map(({ at }) => at.length));
  const mount = holding.findLast(({ at }) => at.length === longest);
  if (mount === undefined) return null;
  const what = kinds.get(mount.type.replace(/^fuse\./, ''));
  return what === undefined ? null : { what, mountedAt: mount.at };
}

/** `36 35 98:0 /root /point options tags... - type source options`; what would end a field is in octal. */
function linuxMount(line: string): Mount[] {
  const [before = '', after = ''] = line.split(' - ');
  const at = before.split(' ')[4];
  const type = after.split(' ')[0];
  if (at === undefined || type === undefined || type === '') return [];
  const plain = at.replace(/\\([0-7]{3})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 8)),
  );
  return [{ at: plain, type }];
}

/** `//user@server/share on /Volumes/share (smbfs, nodev)` */
function macMount(line: string): Mount[] {
  const [, at, type] = /^.*? on (\/.*) \(([^,()]+)[^()]*\)$/.exec(line) ?? [];
  return at === undefined || type === undefined ? [] : [{ at, type }];
}

/**
 * What a folder lies on, if other machines may write there too; one that is not there yet counts as its parent. Null: it
 * is local, of an unknown kind, or can't be told. Never rejects.
 */
export async function sharedFileSystem(folder: string): Promise<SharedFileSystem | null> {
  try {
    const place = await nearest(path.resolve(folder));
    if (process.platform === 'win32') return sharedByWindowsPath(place);
    if (process.platform === 'darwin') {
      const { stdout } = await promisify(execFile)('/sbin/mount', [], { timeout: 5_000 });
      return sharedByMountTable(stdout, place);
    }
    return sharedByMountInfo(await readFile('/proc/self/mountinfo', 'utf8'), place);
  } catch {
    // It serves a warning: what can't be looked at warns of nothing.
    return null;
  }
}

/** Without links; on Windows a drive letter of a share becomes the share's name. */
async function nearest(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return nearest(parent);
  }
}

/** For a person: what it is and what must not be. */
export const sharedWarning = ({ what, mountedAt }: SharedFileSystem): string =>
  `.signalbox/state is on ${what}, mounted at ${mountedAt}: only one machine may write there`;

export const sharedNext =
  'Run the coordinator on one machine only and reach it from others through SSH, or keep the workspace on a local disk.';
