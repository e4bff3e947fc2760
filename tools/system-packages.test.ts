import { expect, test } from 'vitest';
import { ensureSystemPackages, type Machine, wantedGroups } from './system-packages.ts';

type Ran = readonly string[];

function machine(options: { files: readonly string[]; isRoot: boolean; brings?: readonly string[] }) {
  const files = new Set(options.files);
  const ran: Ran[] = [];
  const stand: Machine = {
    hasFile: (path) => files.has(path),
    isRoot: options.isRoot,
    run(program, args) {
      ran.push([program, ...args]);
      if (args.includes('install')) for (const file of options.brings ?? []) files.add(file);
      return true;
    },
  };
  return { stand, ran };
}

test('no packages are installed if none are missing', () => {
  const { stand, ran } = machine({ files: ['/usr/bin/chromium-headless-shell'], isRoot: true });
  expect(ensureSystemPackages(['browser'], stand)).toBeUndefined();
  expect(ran).toEqual([]);
});

test('root installs missing packages without prompts and without recommended packages', () => {
  const { stand, ran } = machine({
    files: ['/usr/bin/apt-get'],
    isRoot: true,
    brings: ['/usr/bin/chromium-headless-shell'],
  });
  expect(ensureSystemPackages(['browser'], stand)).toBeUndefined();
  expect(ran.map((line) => line.at(-1))).toEqual(['update', 'chromium-headless-shell']);
  expect(ran[1]).toEqual(expect.arrayContaining(['DEBIAN_FRONTEND=noninteractive', '-y', '--no-install-recommends']));
});

test('an ordinary user gets the command for installing the missing packages', () => {
  const { stand, ran } = machine({ files: ['/usr/bin/apt-get'], isRoot: false });
  expect(ensureSystemPackages(['browser'], stand)).toContain(
    'sudo apt-get install --no-install-recommends chromium-headless-shell',
  );
  expect(ran).toEqual([]);
});

test('a package that does not provide its program is reported', () => {
  const { stand } = machine({ files: ['/usr/bin/apt-get'], isRoot: true });
  expect(ensureSystemPackages(['browser'], stand)).toContain('could not install chromium-headless-shell');
});

test('the office programs are installed only on request', () => {
  const { stand } = machine({ files: ['/usr/bin/chromium-headless-shell', '/usr/bin/qpdf'], isRoot: false });
  expect(ensureSystemPackages(wantedGroups([]), stand)).toBeUndefined();
  const sentence = ensureSystemPackages(wantedGroups(['--with', 'office']), stand);
  expect(sentence).toContain('libreoffice-writer-nogui, libreoffice-calc-nogui, libreoffice-impress-nogui, bubblewrap');
  expect(sentence).not.toContain('qpdf');
  expect(() => wantedGroups(['--with', 'everything'])).toThrow('Usage');
});
