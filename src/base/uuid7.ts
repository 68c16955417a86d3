const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * A UUID of version 7 (RFC 9562): ids made later sort later, to the millisecond.
 * @param now epoch milliseconds, below 2^48.
 * @param random ten unguessable bytes; they are not changed.
 */
export function uuid7(now: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16);
  for (let at = 5, rest = now; at >= 0; at -= 1, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const text = hex(bytes);
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  );
}

/**
 * As `uuid7`, with the random digits of a UUID of version 4: where the platform keeps those in store it is by far cheaper.
 * @param uuid4 in lower case
 */
export const uuid7With = (now: number, uuid4: string): string => {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${uuid4.slice(15)}`;
};

/** Epoch milliseconds at which an id says that it was made; null: it is not a UUIDv7 in lower case. */
export const uuid7Time = (id: string): number | null =>
  pattern.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;
