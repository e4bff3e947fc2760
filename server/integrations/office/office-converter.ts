import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inTemporaryFolder } from '#server/file-system.ts';
import { probe, runContained, writtenBytes } from './sandbox.ts';

const convertMsMax = 60_000;

export type Conversion =
  | {
      readonly kind: 'made';
      readonly path: string;
      readonly byteSize: number;
      /** If true, the PDF shows the tracked changes as accepted. */
      readonly hasTrackedChanges: boolean;
    }
  | { readonly kind: 'failed'; readonly cause: string };

export interface OfficeConverter {
  /** The PDF exists until `work` ends. Throws if LibreOffice could not start or was stopped. */
  convert<T>(path: string, extension: string, work: (done: Conversion) => Promise<T>): Promise<T>;
}

export async function findOfficeConverter(
  { msMax }: { readonly msMax: number } = { msMax: convertMsMax },
): Promise<{ readonly converter: OfficeConverter } | { readonly converter: null; readonly problem: string }> {
  try {
    await probe('soffice');
    return { converter: createConverter(msMax) };
  } catch (error) {
    return { converter: null, problem: `LibreOffice cannot be run in bubblewrap: ${firstLine(error)}` };
  }
}

const createConverter = (msMax: number): OfficeConverter => ({
  convert: (path, extension, work) =>
    inTemporaryFolder('dais-office-', async (folder) => work(await convertInto(folder, { path, extension, msMax }))),
});

interface Converting {
  readonly path: string;
  readonly extension: string;
  readonly msMax: number;
}

async function convertInto(folder: string, given: Converting): Promise<Conversion> {
  if (given.extension === 'heic') return convertPhoto(folder, given);
  const { path, extension, msMax } = given;
  const filter = filterOf[extension];
  if (filter === undefined) return { kind: 'failed', cause: `LibreOffice has no filter for ${extension}` };
  const failure = await failureOf('LibreOffice', {
    program: 'sh',
    args: ['-c', startOffice, 'sh', ...officeArgs, `macro:///Standard.Convert.ToPdf("${extension}","${filter}")`],
    readable: { [`/in/paper.${extension}`]: path, '/profile': profile },
    writable: { '/out': folder },
    msMax,
  });
  if (failure !== null) return failure;
  const made = join(folder, 'paper.pdf');
  // LibreOffice exits with 0 even if it could not open the file, so the output is checked.
  const byteSize = await writtenBytes(made);
  if (byteSize === null) return { kind: 'failed', cause: 'LibreOffice produced no PDF' };
  if (byteSize === 0) return { kind: 'failed', cause: 'an empty PDF' };
  const hasTrackedChanges = (await writtenBytes(join(folder, 'tracked-changes'))) !== null;
  return { kind: 'made', path: made, byteSize, hasTrackedChanges };
}

/** LibreOffice cannot read HEIC photos. */
async function convertPhoto(folder: string, { path, msMax }: Converting): Promise<Conversion> {
  const failure = await failureOf('heif-convert', {
    program: 'heif-convert',
    args: ['-q', '90', '/in/paper.heic', '/out/photo.jpg'],
    readable: { '/in/paper.heic': path },
    writable: { '/out': folder },
    msMax,
  });
  if (failure !== null) return failure;
  // If the file contains several photos, their names are numbered and the first is the main photo.
  const found = await readdir(folder, { withFileTypes: true });
  const photos = found.filter((entry) => entry.isFile() && entry.name.endsWith('.jpg')).map(({ name }) => name);
  const made = photos.toSorted()[0];
  if (made === undefined || (await writtenBytes(join(folder, made))) === null)
    return { kind: 'failed', cause: 'heif-convert produced no picture' };
  return convertInto(folder, { path: join(folder, made), extension: 'jpg', msMax });
}

/**
 * Contains a macro that converts files, because LibreOffice's own option would print tracked changes and cut off wide
 * sheets.
 */
const profile = fileURLToPath(new URL('./profile', import.meta.url));
/** Copies the profile, because LibreOffice writes into it. */
const startOffice = 'cp -r /profile /home/profile && exec soffice "$@"';
const officeArgs = [
  '--headless',
  '--norestore',
  '--nologo',
  '--nodefault',
  '--nolockcheck',
  '--nofirststartwizard',
  '-env:UserInstallation=file:///home/profile',
];

/** The extension selects the import filter, so that the file's content cannot. */
const filterOf: Readonly<Record<string, string>> = {
  doc: 'MS Word 97',
  docx: 'MS Word 2007 XML',
  xls: 'MS Excel 97',
  xlsx: 'Calc MS Excel 2007 XML',
  ppt: 'MS PowerPoint 97',
  pptx: 'Impress MS PowerPoint 2007 XML',
  html: 'HTML (StarWriter)',
  htm: 'HTML (StarWriter)',
  odt: 'writer8',
  ods: 'calc8',
  odp: 'impress8',
  rtf: 'Rich Text Format',
  bmp: 'BMP - MS Windows',
  jpg: 'JPEG - Joint Photographic Experts Group',
};

/** Returns null if the program succeeded. Throws if it could not start or was stopped. */
async function failureOf(name: string, given: Parameters<typeof runContained>[0]): Promise<Conversion | null> {
  try {
    await runContained(given);
    return null;
  } catch (error) {
    if (!endedByItself(error)) throw new Error(`${name} was stopped: ${firstLine(error)}`, { cause: error });
    return { kind: 'failed', cause: firstLine(error) };
  }
}

/** Bubblewrap exits with 128 or more if a signal ended the sandboxed program. */
function endedByItself(error: unknown): boolean {
  const { code, killed } = error as { code?: unknown; killed?: boolean };
  return killed !== true && typeof code === 'number' && code < 128;
}

function firstLine(error: unknown): string {
  const { killed, stderr, message } = error as { killed?: boolean; stderr?: string; message?: string };
  if (killed) return 'it took too long';
  return (stderr?.trim() || message || String(error)).split('\n')[0] ?? '';
}
