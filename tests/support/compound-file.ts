const sector = 512;
const entryBytes = 128;
const [endOfChain, free] = [0xffff_fffe, 0xffff_ffff];

/** Short streams are in the mini stream, as in real files (MS-CFB). */
export function compoundFile(streams: Readonly<Record<string, Buffer>>): Buffer {
  const table: number[] = [0xffff_fffd];
  const sectors: Buffer[] = [Buffer.alloc(sector)];
  const place = (bytes: Buffer): number => {
    const [first, count] = [sectors.length, Math.ceil(bytes.length / sector)];
    for (let nth = 0; nth < count; nth += 1) {
      sectors.push(Buffer.concat([bytes.subarray(nth * sector), Buffer.alloc(sector)]).subarray(0, sector));
      table.push(nth + 1 < count ? first + nth + 1 : endOfChain);
    }
    return first;
  };
  const minis: Buffer[] = [];
  const placeMini = (bytes: Buffer): number => {
    const first = minis.length;
    for (let at = 0; at < bytes.length; at += 64)
      minis.push(Buffer.concat([bytes.subarray(at), Buffer.alloc(64)]).subarray(0, 64));
    return first;
  };
  const placed = Object.entries(streams).map(([name, bytes], index, all) => {
    const start = bytes.length < 4_096 ? placeMini(bytes) : place(bytes);
    return entryOf({ name, kind: 2, start, length: bytes.length, right: index + 1 < all.length ? index + 2 : free });
  });
  const miniStream = Buffer.concat(minis);
  const rootStart = miniStream.length === 0 ? endOfChain : place(miniStream);
  const root = entryOf({ name: 'Root Entry', kind: 5, start: rootStart, length: miniStream.length, right: free });
  root.writeUInt32LE(1, 76);
  const header = Buffer.alloc(sector, 0xff);
  header.write('d0cf11e0a1b11ae1', 'hex');
  header.fill(0, 8, 76);
  for (const [at, value] of [
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(place(Buffer.concat([root, ...placed])), 48);
  header.writeUInt32LE(4_096, 56);
  for (const at of [60, 68]) header.writeUInt32LE(endOfChain, at);
  header.writeUInt32LE(0, 76);
  const allocation = Buffer.alloc(sector, 0xff);
  table.forEach((next, index) => void allocation.writeUInt32LE(next, index * 4));
  sectors[0] = allocation;
  return Buffer.concat([header, ...sectors]);
}

interface Entry {
  readonly name: string;
  readonly kind: number;
  readonly start: number;
  readonly length: number;
  readonly right: number;
}

function entryOf({ name, kind, start, length, right }: Entry): Buffer {
  const entry = Buffer.alloc(entryBytes);
  entry.write(name, 'utf16le');
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  entry.writeUInt8(kind, 66);
  for (const [at, value] of [
    [68, free],
    [72, right],
    [76, free],
    [116, start],
    [120, length],
  ] as const)
    entry.writeUInt32LE(value, at);
  return entry;
}
