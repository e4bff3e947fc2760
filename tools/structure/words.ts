import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Words that the code has given up and what it says instead. Texts on screens keep their words. */
const givenUp: Readonly<Record<string, string>> = {
  sight: 'visibility',
  sights: 'visibility',
  told: 'published, informed',
};

const comment = /^\s*(?:\/\/|\*|\/\*)(.*)$|\s\/\/ (.*)$/;
const identifier = /(?<![.'"`\w-])[A-Za-z_$][\w$]*/g;

const read = /^(contract|domain|server|web|tests|assurance)\//;

/** Sentences that name each line of code or comments with a word of the list; quoted texts are not read. */
export async function givenUpWords(root: string, files: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of files) {
    if (!read.test(file)) continue;
    const lines = (await readFile(join(root, file), 'utf8')).split('\n');
    lines.forEach((line, index) => {
      for (const word of wordsOf(line)) {
        if (Object.hasOwn(givenUp, word)) found.push(`${file}:${index + 1} says "${word}"; say ${givenUp[word]}.`);
      }
    });
  }
  return found;
}

/** Lower-case words of a line's comment, or of its names, each split where its case changes. */
function wordsOf(line: string): ReadonlySet<string> {
  const said = comment.exec(line);
  const spoken = (said?.[1] ?? said?.[2] ?? '').toLowerCase().match(/[a-z]+/g) ?? [];
  const written = said === null ? line : line.slice(0, said.index);
  const code = written.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`|>[^<>{}]*</g, '');
  const named = (code.match(identifier) ?? []).flatMap((name) =>
    name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[ _$]+/),
  );
  return new Set([...spoken, ...named]);
}
