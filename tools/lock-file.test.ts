import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Where a package that `from` names is looked for: beside it, then in each folder above. */
function placesOf(from: string, name: string): readonly string[] {
  const parts = from === '' ? [] : from.split(/\/(?=node_modules\/)/);
  return Array.from({ length: parts.length + 1 }, (_, nth) =>
    [...parts.slice(0, parts.length - nth), `node_modules/${name}`].join('/'),
  );
}

// A registry that lacks some platform's package lets npm write a lock without it, and then `npm ci` refuses the lock on
// every machine.
test('the lock file has an entry for every optional package, also for other platforms', async () => {
  const lock = JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const missing = Object.entries(lock.packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !placesOf(from, name).some((place) => place in lock.packages)),
  );
  expect(missing).toEqual([]);
});
