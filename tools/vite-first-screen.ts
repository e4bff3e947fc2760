import { fileURLToPath } from 'node:url';

/** What the bundler tells of one module. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const entry = fileURLToPath(new URL('../web/main.tsx', import.meta.url));

/**
 * React Aria's index names all of its components, so that following it would count every one as needed at once. Of these
 * the frame is made; one that is missing here goes into a file of its own, one too many makes the frame larger.
 */
const componentIndex = /[\\/]react-aria-components[\\/]dist[\\/]exports[\\/]index\.m?js$/;
const frameComponents =
  /[\\/]private[\\/](Button|Link|Menu|Popover|Dialog|Tooltip|Separator|Header|Heading|Text|Keyboard|Collection|RouterProvider|utils)\.m?js$/;

/**
 * Puts everything that the entry needs at once into one file, `frame`. Left alone, the bundler cuts it into
 * some forty, one for each set of later screens that share a module: forty requests, and a worse compression.
 * Answers the name of a module's file, or null where the bundler is to decide.
 */
export function firstScreenChunk(id: string, graph: Graph): string | null {
  if (!neededBy(entry, graph).has(id)) return null;
  return 'frame';
}

let needed: ReadonlySet<string> | null = null;

/** Everything that a module imports, and what that imports, without what is loaded later. One build, one answer. */
function neededBy(from: string, graph: Graph): ReadonlySet<string> {
  if (needed !== null) return needed;
  const found = new Set<string>();
  const waiting = [from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const imported = graph.getModuleInfo(id)?.importedIds ?? [];
    waiting.push(...(componentIndex.test(id) ? imported.filter((each) => frameComponents.test(each)) : imported));
  }
  needed = found;
  return found;
}
