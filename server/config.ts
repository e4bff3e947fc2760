import { availableParallelism, totalmem } from 'node:os';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { fileExtensions, usualExtensions } from '#domain/documents.ts';
import { listed } from '#domain/text.ts';
import { readStorageUrl } from './integrations/storage/storage-setting.ts';

/** `demo` has its own data folder, listens on loopback only, and adds the pages under /demo/. */
export type Mode = 'serve' | 'demo';

const flag = (fallback: string) => z.string().default(fallback);
/** Completes the sentence “The setting … is wrong: …”. */
const wanted = (what: string) => ({ error: `it must be ${what}` });
const wholeFrom = (min: number, max: number) => {
  const rule = wanted(`a whole number from ${min} to ${max}`);
  return z.coerce.number(rule).int(rule).min(min, rule).max(max, rule);
};
const whole = (fallback: number, min: number, max: number) => wholeFrom(min, max).default(fallback);
const url = (protocol: RegExp, beginning: string) =>
  z.url({ protocol, ...wanted(`an address that begins with ${beginning}`) });
const optionalUrl = url(/^https?$/, 'https:// or http://').optional();
const hostAddress = url(/^https?$/, 'https:// or http://').refine((value) => {
  if (!URL.canParse(value)) return true;
  const { pathname, search, hash, username } = new URL(value);
  return /^\/*$/.test(pathname) && `${search}${hash}${username}` === '';
}, wanted('a host without a path, such as https://boards.example.org'));
const secret = z.string().min(32, { error: 'it must have at least 32 characters' }).optional();

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The embedded database does not allow enough connections for more processes. */
const processesMax = 16;

const environment = z.object({
  PORT: whole(3000, 0, 65_535),
  HOST: z.string().min(1).optional(),
  APP_URL: hostAddress.optional(),
  APP_NAME: flag('Dais').pipe(z.string().max(60, wanted('a name of at most 60 characters'))),
  DATA_DIR: z.string().min(1).optional(),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://').optional(),
  DATABASE_OWNER_URL: url(/^postgres(ql)?$/, 'postgres://').optional(),
  STORAGE_URL: url(/^(file|s3)$/, 'file:// or s3://').optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  SMTP_URL: url(/^smtps?$/, 'smtps:// or smtp://').optional(),
  MAIL_FROM: z.email(wanted('an email address')).optional(),
  BOARDS_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+(:\d+)?$/, wanted('a host name, with a port if it has one'))
    .optional(),
  UPLOAD_MAX_MB: whole(100, 1, 10_000),
  UPLOAD_TYPES: z.string().optional(),
  ATTENDANCE_OPENS_MINUTES_BEFORE: whole(30, 0, 100_000),
  EDITS_CLOSE_MINUTES_AFTER: whole(10_080, 0, 10_000_000),
  FONTS_DIR: z.string().optional(),
  VIEWER_ENGINE: z.enum(['pdfjs', 'none'], wanted('pdfjs or none')).default('pdfjs'),
  VIEWER_LICENSE: z.string().optional(),
  PASSWORD_RESET_URL: optionalUrl,
  TERMS_URL: optionalUrl,
  PRIVACY_URL: optionalUrl,
  PLANS_URL: optionalUrl,
  CONTACT_URL: optionalUrl,
  HELP_URL: optionalUrl,
  SUPPORT_CHAT_SRC: optionalUrl,
  SECRET_KEY: secret,
  SECRET_KEY_PREVIOUS: secret,
  SEAL_P12: z.string().min(1).optional(),
  SEAL_P12_PASSWORD: z.string().default(''),
  TRUST_PROXY: z.string().optional(),
  OIDC_PRIVATE_HOSTS: z
    .string()
    .regex(/^[a-z0-9.:-]+(\s*,\s*[a-z0-9.:-]+)*$/, wanted('host names or addresses in lower case, separated by commas'))
    .optional(),
  METRICS_PORT: wholeFrom(1, 65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  LOG_LEVEL: z.enum(logLevels, wanted(`one of ${logLevels.join(', ')}`)).default('info'),
  PROCESSES: wholeFrom(1, processesMax).optional(),
  WORKERS: whole(2, 0, 64),
  DRAIN_SECONDS: whole(0, 0, 3_600),
  SLOW_WORKERS: wholeFrom(0, 64).optional(),
});

/** S3 accepts at most 5 GiB in one upload request. */
const s3FileMbMax = 5_000;

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;
export type Config = Frozen<ReturnType<typeof configOf>>;

/** Throws a one-sentence error that names the wrong setting. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, mode: Mode): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`The setting ${String(issue?.path[0])} is wrong: ${issue?.message ?? 'unreadable value'}.`);
  }
  const read = parsed.data;
  if ((read.DATABASE_URL === undefined) !== (read.DATABASE_OWNER_URL === undefined)) {
    throw new Error('The settings DATABASE_URL and DATABASE_OWNER_URL go together: set both or neither.');
  }
  const config = configOf(read, mode);
  if (config.storage.kind === 's3' && read.UPLOAD_MAX_MB > s3FileMbMax) {
    throw new Error(`The setting UPLOAD_MAX_MB is wrong: files on S3 can be at most ${s3FileMbMax} MB.`);
  }
  if (config.metrics !== null && config.metrics.port === config.port) {
    throw new Error('The setting METRICS_PORT is wrong: PORT has the same number.');
  }
  if (mode === 'demo' && !['127.0.0.1', 'localhost', '::1'].includes(config.host)) {
    throw new Error('The setting HOST is wrong: the demonstration listens on loopback only.');
  }
  return Object.freeze(config);
}

function configOf(read: z.output<typeof environment>, mode: Mode) {
  const dataDir = resolve(read.DATA_DIR ?? (mode === 'demo' ? './data-demo' : './data'));
  const appUrl = (read.APP_URL ?? `http://localhost:${read.PORT}`).replace(/\/+$/, '');
  const demoLink = (name: string): string | null => (mode === 'demo' ? `${appUrl}/demo/${name}` : null);
  return {
    mode,
    host: read.HOST ?? '127.0.0.1',
    port: read.PORT,
    /** Without a trailing slash. */
    appUrl,
    appName: read.APP_NAME,
    dataDir,
    database:
      read.DATABASE_URL && read.DATABASE_OWNER_URL
        ? { servingUrl: read.DATABASE_URL, ownerUrl: read.DATABASE_OWNER_URL }
        : null,
    storage: read.STORAGE_URL
      ? readStorageUrl(read.STORAGE_URL, readS3Credentials(read))
      : ({ kind: 'folder', folder: resolve(dataDir, 'files') } as const),
    smtpUrl: read.SMTP_URL ?? null,
    mailFrom: read.MAIL_FROM ?? `no-reply@${new URL(appUrl).hostname}`,
    boardsDomain: read.BOARDS_DOMAIN ?? null,
    uploadBytesMax: read.UPLOAD_MAX_MB * 1024 * 1024,
    uploadTypes: readUploadTypes(read.UPLOAD_TYPES),
    attendanceOpensMinutesBefore: read.ATTENDANCE_OPENS_MINUTES_BEFORE,
    editsCloseMinutesAfter: read.EDITS_CLOSE_MINUTES_AFTER,
    fontsDir: read.FONTS_DIR === undefined ? null : resolve(read.FONTS_DIR),
    viewerEngine: read.VIEWER_ENGINE,
    viewerLicense: read.VIEWER_LICENSE ?? null,
    links: {
      passwordReset: read.PASSWORD_RESET_URL ?? null,
      terms: read.TERMS_URL ?? null,
      privacy: read.PRIVACY_URL ?? null,
      plans: read.PLANS_URL ?? demoLink('plans'),
      contact: read.CONTACT_URL ?? demoLink('contact'),
      help: read.HELP_URL ?? null,
      supportChat: read.SUPPORT_CHAT_SRC ?? null,
    },
    secretKey: read.SECRET_KEY ?? null,
    secretKeyPrevious: read.SECRET_KEY_PREVIOUS ?? null,
    /** If this is null, each board gets a generated certificate. */
    sealP12: read.SEAL_P12 === undefined ? null : { path: resolve(read.SEAL_P12), password: read.SEAL_P12_PASSWORD },
    trustProxy: readTrustProxy(read.TRUST_PROXY),
    oidcPrivateHosts: (read.OIDC_PRIVATE_HOSTS ?? '').split(',').flatMap((host) => host.trim() || []),
    logLevel: read.LOG_LEVEL,
    metrics: read.METRICS_PORT === undefined ? null : { host: read.METRICS_HOST, port: read.METRICS_PORT },
    processes: mode === 'demo' ? 1 : (read.PROCESSES ?? processesFor(availableParallelism(), memoryOfMachine())),
    /** Maximum number of jobs that this server runs at the same time. Zero disables jobs on this server. */
    workers: read.WORKERS,
    /** Maximum number of slow jobs (previews, scans, board books) that run at the same time. */
    slowWorkers: read.SLOW_WORKERS ?? read.WORKERS,
    /** Seconds for which the server continues to serve after a stop signal. */
    drainSeconds: read.DRAIN_SECONDS,
  };
}

/** Returns warnings for variables that look like misspelt settings, such as `SMPT_URL`. */
export function misnamedSettings(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = Object.keys(environment.shape);
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return [];
    const bare = name.toUpperCase().replace(/^DAIS_/, '');
    const meant = known.find((each) => each === bare) ?? known.find((each) => isMisspelt(bare, each));
    if (meant !== undefined) return [`The setting ${name} is unknown and has no effect. Did you mean ${meant}?`];
    return name.startsWith('DAIS_') ? [`The setting ${name} is unknown and has no effect.`] : [];
  });
}

const letters = (name: string): string => name.replaceAll('_', '');

/** Allows fewer edits for short names, because they resemble common variables such as HOME and HOST. */
function isMisspelt(given: string, meant: string): boolean {
  const [one, other] = [letters(given), letters(meant)];
  return other.length >= 6 && isNear(one, other, other.length < 9 ? 1 : 2);
}

/** Whether that many edits turn one text into the other. Swapping two adjacent letters counts as one edit. */
function isNear(one: string, other: string, edits: number): boolean {
  if (one === other) return true;
  if (edits === 0) return false;
  if (one !== '' && one[0] === other[0]) return isNear(one.slice(1), other.slice(1), edits);
  const left = edits - 1;
  const isSwap = one.length > 1 && one[0] === other[1] && one[1] === other[0];
  return (
    isNear(one.slice(1), other, left) ||
    isNear(one, other.slice(1), left) ||
    isNear(one.slice(1), other.slice(1), left) ||
    (isSwap && isNear(one.slice(2), other.slice(2), left))
  );
}

const processesByDefaultMax = 8;
/** Includes the memory that PostgreSQL uses for the process's connections. */
const bytesPerProcess = 1024 ** 3;

/** Leaves half of the cores to PostgreSQL, which needs as much CPU as the processes do. */
export function processesFor(cores: number, memoryBytes: number): number {
  return Math.max(1, Math.min(Math.floor(cores / 2), Math.floor(memoryBytes / bytesPerProcess), processesByDefaultMax));
}

function memoryOfMachine(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

function readS3Credentials(read: z.output<typeof environment>) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = read;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new Error('The settings AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY go together: set both or neither.');
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) return null;
  return { accessKeyId, secretAccessKey, ...(read.AWS_SESSION_TOKEN ? { sessionToken: read.AWS_SESSION_TOKEN } : {}) };
}

function readUploadTypes(value: string | undefined): readonly string[] {
  if (value === undefined) return usualExtensions;
  const types = value.split(',').map((type) => type.trim().toLowerCase());
  const known: readonly string[] = fileExtensions;
  const unknown = types.find((type) => !known.includes(type));
  if (unknown !== undefined) {
    const what = unknown === '' ? 'an empty part' : unknown;
    throw new Error(
      `The setting UPLOAD_TYPES is wrong: ${what} is not a known file type. Known types are ${listed(known)}.`,
    );
  }
  return types;
}

/** Trusting all proxies would let clients forge the address that rate limits use. */
function readTrustProxy(value: string | undefined): false | string {
  if (value === undefined || value === 'none') return false;
  if (value === 'true' || value.split(',').some((part) => /\/0+$/.test(part.trim()))) {
    throw new Error(
      `The setting TRUST_PROXY is wrong: ${value} trusts what every visitor claims; name the addresses or networks of your proxies, such as loopback or 10.0.0.0/8.`,
    );
  }
  const wrong = value.split(',').find((part) => !isNetwork(part.trim()));
  if (wrong !== undefined) {
    throw new Error(
      `The setting TRUST_PROXY is wrong: ${wrong.trim() || 'an empty part'} is not an address or network.`,
    );
  }
  return value;
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const isFourParts = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv4.isValidCIDRFourPartDecimal(text);
  return isFourParts || ipaddr.IPv6.isValid(text) || ipaddr.IPv6.isValidCIDR(text);
}

/** Also affects child processes. Returns a function that restores the previous TMPDIR. */
export function sendTemporaryFilesTo(folder: string): () => void {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  };
}
