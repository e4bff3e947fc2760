import { join } from 'node:path';
import { earlierChain, refuseOtherChain } from '#server/db/earlier-chain.ts';
import { migrations } from '#server/db/migrate.ts';
import { digestOfFile, digestOfText } from './digest.ts';
import { folderOf, type Manifest, manifestDigestName, manifestName, parseManifest, readIfThere } from './manifest.ts';

/** Reads a backup and every byte that it names. Throws a sentence for what is broken, broken off, or of a newer version. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const text = await readIfThere(join(folder, manifestName));
  const digest = await readIfThere(join(folder, manifestDigestName));
  if (text === null || digest === null) {
    throw new Error(`There is no whole backup in ${folder}: its manifest is missing, or making it was broken off.`);
  }
  const manifest = await parseManifest(folder, text);
  if (digest.trim() !== digestOfText(text))
    throw new Error(`The backup in ${folder} is broken: its manifest was altered.`);
  await refuseOtherVersion(folder, manifest);
  for (const table of manifest.tables) await checkFile(folder, join(folderOf.database(folder), table.file), table);
  for (const file of manifest.files) await checkFile(folder, join(folderOf.files(folder), file.key), file);
  for (const key of manifest.keys) await checkFile(folder, join(folderOf.keys(folder), key.name), key);
  return manifest;
}

/** Rows of an older version are brought up to this one; of a newer one, nobody knows what they mean. */
async function refuseOtherVersion(folder: string, manifest: Manifest): Promise<void> {
  const chain = earlierChain(manifest.migrations);
  if (chain === 'other') refuseOtherChain(`The backup in ${folder}`);
  if (chain === 'whole') return;
  const known = new Map((await migrations()).map(({ name, sha256 }) => [name, sha256]));
  const other = manifest.migrations.find(({ name, sha256 }) => known.get(name) !== sha256);
  if (other === undefined) return;
  const why = known.has(other.name) ? `another version of ${other.name}` : `${other.name}, which this version has not`;
  throw new Error(
    `The backup in ${folder} was made by another version of Dais: it has ${why}. Restore it with that version.`,
  );
}

async function checkFile(
  folder: string,
  path: string,
  wanted: { readonly bytes: number; readonly sha256: string },
): Promise<void> {
  const found = await digestOfFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`The backup in ${folder} is broken: ${path} is missing.`);
    throw error;
  });
  if (found.bytes !== wanted.bytes || found.sha256 !== wanted.sha256) {
    throw new Error(`The backup in ${folder} is broken: ${path} was altered.`);
  }
}
