import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { misnamedSettings, processesFor, readConfig } from './config.ts';

const namesIn = (file: string, pattern: RegExp) =>
  [...readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(pattern)].map(([, name]) => name ?? '').toSorted();
const settings = namesIn('./config.ts', /^ {2}([A-Z][A-Z_]+):/gm);

test('the documentation lists every setting that the server reads and no others', () => {
  expect(settings).toContain('DATABASE_OWNER_URL');
  expect(namesIn('../docs/settings.md', /^\| `([A-Z_]+)` \|/gm)).toEqual(settings);
});

const wrong = Object.entries({
  PORT: ['eighty', '65536', '80.5'],
  APP_URL: ['dais.example', 'ftp://dais.example', 'https://example.org/?board=1', 'https://me@example.org'],
  BOARDS_DOMAIN: ['https://boards.example'],
  METRICS_PORT: ['0'],
  APP_NAME: ['x'.repeat(61)],
  STORAGE_URL: ['ftp://files', 'file://another-machine/files'],
  SMTP_URL: ['http://mail.example'],
  MAIL_FROM: ['not an address'],
  UPLOAD_MAX_MB: ['0', 'many'],
  UPLOAD_TYPES: ['pdf,exe', 'pdf,link', 'pdf,'],
  ATTENDANCE_OPENS_MINUTES_BEFORE: ['-1'],
  EDITS_CLOSE_MINUTES_AFTER: ['never'],
  VIEWER_ENGINE: ['acrobat'],
  PASSWORD_RESET_URL: ['javascript:alert(1)'],
  TERMS_URL: ['/terms'],
  PRIVACY_URL: ['data:text/html,x'],
  PLANS_URL: ['x'],
  CONTACT_URL: ['mailto:a@example.org'],
  HELP_URL: ['x'],
  SUPPORT_CHAT_SRC: ['x'],
  SECRET_KEY: ['too short'],
  TRUST_PROXY: ['my-proxy', 'true', '10.0.0.0/33', '10.0.0.1,'],
  LOG_LEVEL: ['loud'],
  PROCESSES: ['0', '17'],
  WORKERS: ['-1', 'two'],
  SLOW_WORKERS: ['-1'],
  DRAIN_SECONDS: ['3601'],
  DATABASE_URL: ['mysql://localhost/dais'],
  DATABASE_OWNER_URL: ['dais'],
}).flatMap(([name, values]) => values.map((value) => [name, value] as const));

test.each(wrong)('%s=%s prevents startup with a message that names the setting', (name, value) => {
  const message = messageOf({ [name]: value });
  expect(message).toMatch(new RegExp(`^The setting ${name} is wrong: .+\\.$`));
  expect(message).not.toMatch(/invalid|expected|received|too (?:big|small)/i);
});

test('an application address with a path is rejected with an example of a valid one', () => {
  expect(messageOf({ APP_URL: 'https://example.org/boards' })).toBe(
    'The setting APP_URL is wrong: it must be a host without a path, such as https://boards.example.org.',
  );
});

test('misspelt settings are reported with the setting that was probably meant', () => {
  const sentence = (name: string, meant: string) =>
    `The setting ${name} is unknown and has no effect. Did you mean ${meant}?`;
  const near = { SMPT_URL: 'SMTP_URL', app_url: 'APP_URL', DAIS_PORT: 'PORT', MAILFROM: 'MAIL_FROM' };
  const likely = { ...near, UPLOAD_MAX_MBS: 'UPLOAD_MAX_MB', DATABASE_URI: 'DATABASE_URL' };
  expect(misnamedSettings({ ...likely, DAIS_COLOUR: 'red' })).toEqual([
    ...Object.entries(likely).map(([name, meant]) => sentence(name, meant)),
    'The setting DAIS_COLOUR is unknown and has no effect.',
  ]);
});

test('settings of other programs and known settings are not reported as misspelt', () => {
  const others = ['HOME', 'HOSTNAME', 'PATH', 'PGHOST', 'AWS_REGION', 'NODE_ENV', 'LOGNAME', 'MAIL', 'TERM', 'SHLVL'];
  const names = [...others, ...settings, 'MALLOC_ARENA_MAX', 'npm_config_user_agent'];
  expect(misnamedSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});

test('METRICS_PORT must differ from PORT', () => {
  expect(messageOf({ METRICS_PORT: '3000' })).toBe('The setting METRICS_PORT is wrong: PORT has the same number.');
  expect(readConfig({ METRICS_PORT: '9100' }, 'serve').metrics).toEqual({ host: '127.0.0.1', port: 9100 });
  expect(readConfig({}, 'serve').metrics).toBeNull();
});

test('an error message about a setting never contains a secret', () => {
  expect(messageOf({ SECRET_KEY: 'short and secret' })).not.toContain('short and secret');
  expect(messageOf({ DATABASE_URL: 'mysql://me:secret@db/dais' })).not.toContain('secret@');
});

test('DATABASE_URL and DATABASE_OWNER_URL must be set together', () => {
  const url = 'postgres://dais@localhost/dais';
  expect(messageOf({ DATABASE_URL: url })).toBe(
    'The settings DATABASE_URL and DATABASE_OWNER_URL go together: set both or neither.',
  );
  expect(readConfig({ DATABASE_URL: url, DATABASE_OWNER_URL: url }, 'serve').database?.servingUrl).toBe(url);
});

describe('the configuration', () => {
  test('defaults to a loopback address, port 3000 and local file storage', () => {
    const gates = { attendanceOpensMinutesBefore: 30, editsCloseMinutesAfter: 10_080 };
    expect(readConfig({}, 'serve')).toMatchObject({
      mode: 'serve',
      host: '127.0.0.1',
      port: 3000,
      appUrl: 'http://localhost:3000',
      appName: 'Dais',
      dataDir: resolve('data'),
      storage: { kind: 'folder', folder: resolve('data/files') },
      ...gates,
      database: null,
      smtpUrl: null,
      boardsDomain: null,
      viewerLicense: null,
      secretKey: null,
      trustProxy: false,
      mailFrom: 'no-reply@localhost',
      uploadBytesMax: 100 * 1024 * 1024,
      viewerEngine: 'pdfjs',
      logLevel: 'info',
      workers: 2,
      slowWorkers: 2,
      drainSeconds: 0,
    });
  });

  test('sets the default number of processes from the CPU cores and the memory, with a maximum of eight', () => {
    const gibibyte = 1024 ** 3;
    expect(processesFor(1, 16 * gibibyte)).toBe(1);
    expect(processesFor(2, 16 * gibibyte)).toBe(1);
    expect(processesFor(8, 16 * gibibyte)).toBe(4);
    expect(processesFor(8, 2 * gibibyte)).toBe(2);
    expect(processesFor(2, gibibyte / 2)).toBe(1);
    expect(processesFor(64, 256 * gibibyte)).toBe(8);
    expect(readConfig({ PROCESSES: '3' }, 'serve').processes).toBe(3);
    expect(readConfig({ PROCESSES: '3' }, 'demo').processes).toBe(1);
  });

  test('treats an empty value as unset, and is immutable', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '', APP_URL: '' }, 'serve')).toEqual(readConfig({}, 'serve'));
    expect(Object.isFrozen(readConfig({}, 'serve'))).toBe(true);
  });

  test('gives the demonstration its own data folder and binds it to loopback only', () => {
    expect(readConfig({}, 'demo')).toMatchObject({ host: '127.0.0.1', dataDir: resolve('data-demo') });
    expect(() => readConfig({ HOST: '0.0.0.0' }, 'demo')).toThrow(/^The setting HOST is wrong: .+ loopback only\.$/);
  });

  test('removes a trailing slash from APP_URL and uses its host in the sender address', () => {
    const config = readConfig({ APP_URL: 'https://boards.example/' }, 'serve');
    expect(config).toMatchObject({ appUrl: 'https://boards.example', mailFrom: 'no-reply@boards.example' });
  });

  test('decodes escaped characters in the path of the document folder', () => {
    expect(readConfig({ STORAGE_URL: 'file:///srv/board%20papers' }, 'serve').storage).toEqual({
      kind: 'folder',
      folder: '/srv/board papers',
    });
  });

  test('parses S3 bucket addresses of Amazon and other providers', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    expect(readConfig({ STORAGE_URL: 's3://papers', ...keys }, 'serve').storage).toEqual({
      kind: 's3',
      bucket: 'papers',
      prefix: '',
      region: 'us-east-1',
      endpoint: null,
      isPathStyle: false,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    const elsewhere = 's3://papers/of/boards/?region=eu-1&endpoint=http%3A%2F%2Flocalhost%3A9000';
    expect(readConfig({ STORAGE_URL: elsewhere }, 'serve').storage).toMatchObject({
      prefix: 'of/boards/',
      region: 'eu-1',
      endpoint: 'http://localhost:9000',
      isPathStyle: true,
      credentials: null,
    });
  });

  test.each([
    ['s3://', /STORAGE_URL is wrong/],
    ['s3://B', /must name a bucket/],
    ['s3://id:secret@papers', /keys belong in AWS_ACCESS_KEY_ID/],
    ['s3://papers?zone=1', /, not zone/],
    ['s3://papers?endpoint=localhost', /must be an http or https address/],
    ['s3://papers?pathStyle=yes', /pathStyle must be true or false/],
  ])('rejects STORAGE_URL=%s', (value, why) => {
    expect(messageOf({ STORAGE_URL: value })).toMatch(why);
  });

  test('rejects an S3 access key without a secret key, and an upload limit above 5,000 MB', () => {
    expect(messageOf({ STORAGE_URL: 's3://papers', AWS_ACCESS_KEY_ID: 'id' })).toMatch(/set both or neither/);
    expect(messageOf({ STORAGE_URL: 's3://papers', UPLOAD_MAX_MB: '5001' })).toMatch(/at most 5000/);
  });

  test.each(['loopback', '10.0.0.0/8, 192.168.1.7', '::1/128'])('accepts TRUST_PROXY=%s', (value) => {
    expect(readConfig({ TRUST_PROXY: value }, 'serve').trustProxy).toBe(value);
  });

  test.each(['true', '0.0.0.0/0', '::/0', 'loopback, 0.0.0.0/0', '1.2.3.4/00'])(
    'rejects TRUST_PROXY=%s, which would trust every visitor',
    (value) => {
      expect(messageOf({ TRUST_PROXY: value })).toMatch(
        /trusts what every visitor claims.*such as loopback or 10\.0\.0\.0\/8/,
      );
    },
  );
});

function messageOf(env: Readonly<Record<string, string>>): string {
  try {
    readConfig(env, 'serve');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'It was taken.';
}

test('additional upload types can be allowed, and an unknown type is rejected with a list of the known ones', () => {
  const further = 'odt,ods,odp,rtf,gif,webp,bmp,tif,tiff,heic,svg,xlsm,docm,pptm,xlsb,key,pages,numbers,eml,msg,mp4';
  expect(readConfig({ UPLOAD_TYPES: `pdf, ${further}` }, 'serve').uploadTypes).toEqual(['pdf', ...further.split(',')]);
  expect(readConfig({}, 'serve').uploadTypes.join()).toBe(
    'pdf,doc,docx,xls,xlsx,ppt,pptx,jpg,jpeg,png,txt,xml,html,htm,zip,csv',
  );
  expect(() => readConfig({ UPLOAD_TYPES: 'pdf,exe' }, 'serve')).toThrow(
    /^The setting UPLOAD_TYPES is wrong: exe is not a known file type\. Known types are pdf, doc, .* and mp4\.$/,
  );
});
