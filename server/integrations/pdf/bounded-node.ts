interface Bounded {
  /** The script, and what it is given. */
  readonly script: string;
  readonly args: readonly string[];
  /** Of JavaScript's heap. What a script holds outside of it (inflated streams, pictures) has `besideHeapMegabytes` more. */
  readonly heapMegabytesMax: number;
}

/**
 * What Node takes for itself (code, stacks, the reserve of its collector) and what a script may hold outside the heap, in megabytes.
 * The heap's own bound says nothing of buffers: a stream of a kilobyte that inflates to gigabytes would have them all.
 */
const besideHeapMegabytes = 768;

/**
 * Program and arguments of a Node process whose memory is bounded by the system: past the bound it ends by itself. No core file is
 * written, which would hold the paper. Windows knows no such bound; there the heap's alone holds.
 */
export function boundedNode({ script, args, heapMegabytesMax }: Bounded): readonly [string, readonly string[]] {
  const node = [`--max-old-space-size=${heapMegabytesMax}`, script, ...args];
  if (process.platform === 'win32') return [process.execPath, node];
  const kilobytes = (heapMegabytesMax + besideHeapMegabytes) * 1_024;
  // A system that allows less bounds it already.
  const limits = `ulimit -c 0; ulimit -S -d ${kilobytes} 2>/dev/null; exec "$@"`;
  return ['/bin/sh', ['-c', limits, 'sh', process.execPath, ...node]];
}
