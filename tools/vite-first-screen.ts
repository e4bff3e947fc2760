import { fileURLToPath } from 'node:url';

/** What the bundler tells of one module. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const entry = fileURLToPath(new URL('../web/main.tsx', import.meta.url));

/**
 * React Aria's index names all of its components, so that following imports alone would count every one as needed.
 * These the first screen does without; a component that is missing here only makes its file larger.
 */
const laterParts =
  /react-(aria|stately|aria-components)[\\/]dist[\\/]private[\\/](.*[\\/])?(combobox|ComboBox|ListBox|toast|Toast|landmark|radio|RadioGroup|checkbox|Checkbox(Group)?|table|Table|grid|GridList|tree|Tree|tag|TagGroup|calendar|Calendar|datepicker|Date(Field|Picker)|dnd|useDragAndDrop|color|Color[A-Z]|slider|Slider|numberfield|NumberField|select|Select|tabs|Tabs|disclosure|Disclosure(Group)?|spinbutton|searchfield|SearchField)([\\/.]|$)/;

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
    if (found.has(id) || laterParts.test(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  needed = found;
  return found;
}
