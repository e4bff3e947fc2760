import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { misnamedSettings, processesFor, readConfig } from './config.ts';

/** Product.md, section 10. */
const settings = [
  ...['PORT', 'HOST', 'APP_URL', 'APP_NAME', 'DATA_DIR', 'DATABASE_URL', 'DATABASE_OWNER_URL', 'STORAGE_URL'],
  ...['SMTP_URL', 'MAIL_FROM', 'BOARDS_DOMAIN', 'UPLOAD_MAX_MB', 'UPLOAD_TYPES', 'ATTENDANCE_OPENS_MINUTES_BEFORE'],
  ...['EDITS_CLOSE_MINUTES_AFTER', 'VIEWER_ENGINE', 'VIEWER_LICENSE', 'PASSWORD_RESET_URL', 'TERMS_URL'],
  ...['PRIVACY_URL', 'PLANS_URL', 'CONTACT_URL', 'HELP_URL', 'SUPPORT_CHAT_SRC', 'SECRET_KEY', 'TRUST_PROXY'],
  ...['SECRET_KEY_PREVIOUS'],
  ...['LOG_LEVEL', 'WORKERS', 'SLOW_WORKERS', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
  ...['DRAIN_SECONDS', 'PROCESSES', 'METRICS_PORT', 'METRICS_HOST', 'OIDC_PRIVATE_HOSTS'],
  ...['OTEL_SDK_DISABLED', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_TRACES_EXPORTER'],
  ...['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_TRACES_SAMPLER'],
  ...['OTEL_TRACES_SAMPLER_ARG', 'OTEL_SERVICE_NAME', 'OTEL_RESOURCE_ATTRIBUTES'],
].toSorted();

test('every setting of the product is read, and no other', () => {
  const source = readFileSync(new URL('./config.ts', import.meta.url), 'utf8');
  const declared = [...source.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name);
  expect(declared.toSorted()).toEqual(settings);
});

test('every setting is documented once, and no other', () => {
  const page = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(documented.toSorted()).toEqual(settings);
});

const wrong: readonly (readonly [name: string, value: string])[] = [
  ['PORT', 'eighty'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['APP_URL', 'dais.example'],
  ['APP_URL', 'ftp://dais.example'],
  ['APP_URL', 'https://example.org/boards'],
  ['APP_URL', 'https://example.org/?board=1'],
  ['APP_URL', 'https://me@example.org'],
  ['METRICS_PORT', '0'],
  ['APP_NAME', 'x'.repeat(61)],
  ['STORAGE_URL', 'ftp://files'],
  ['STORAGE_URL', 'file://another-machine/files'],
  ['SMTP_URL', 'http://mail.example'],
  ['MAIL_FROM', 'not an address'],
  ['BOARDS_DOMAIN', 'https://boards.example'],
  ['UPLOAD_MAX_MB', '0'],
  ['UPLOAD_MAX_MB', 'many'],
  ['UPLOAD_TYPES', 'pdf,exe'],
  ['UPLOAD_TYPES', 'pdf,link'],
  ['UPLOAD_TYPES', 'pdf,'],
  ['ATTENDANCE_OPENS_MINUTES_BEFORE', '-1'],
  ['EDITS_CLOSE_MINUTES_AFTER', 'never'],
  ['VIEWER_ENGINE', 'acrobat'],
  ['PASSWORD_RESET_URL', 'javascript:alert(1)'],
  ['TERMS_URL', '/terms'],
  ['PRIVACY_URL', 'data:text/html,x'],
  ['PLANS_URL', 'x'],
  ['CONTACT_URL', 'mailto:a@example.org'],
  ['HELP_URL', 'x'],
  ['SUPPORT_CHAT_SRC', 'x'],
  ['SECRET_KEY', 'too short'],
  ['TRUST_PROXY', 'my-proxy'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.1,'],
  ['LOG_LEVEL', 'loud'],
  ['PROCESSES', '0'],
  ['PROCESSES', '17'],
  ['WORKERS', '-1'],
  ['WORKERS', 'two'],
  ['SLOW_WORKERS', '-1'],
  ['DRAIN_SECONDS', '3601'],
  ['DATABASE_URL', 'mysql://localhost/dais'],
  ['DATABASE_OWNER_URL', 'dais'],
];

test.each(wrong)('%s=%s stops the start with a sentence that names it', (name, value) => {
  const message = messageOf({ [name]: value });
  expect(message).toMatch(new RegExp(`^The setting ${name} is not right: .+\\.$`));
  // The validator's own words would not help an operator.
  expect(message).not.toMatch(/invalid|expected|received|too (?:big|small)/i);
});

test('an address with a path is refused with what is wanted instead', () => {
  expect(messageOf({ APP_URL: 'https://example.org/boards' })).toBe(
    'The setting APP_URL is not right: a host without a path, such as https://boards.example.org, is wanted.',
  );
});

test('settings that look like ours and are none are named, with the one that was perhaps meant', () => {
  const sentence = (name: string, meant: string) => `The setting ${name} is not known and has no effect: ${meant} is.`;
  const near = { SMPT_URL: 'SMTP_URL', app_url: 'APP_URL', DAIS_PORT: 'PORT', MAILFROM: 'MAIL_FROM' };
  const likely = { ...near, UPLOAD_MAX_MBS: 'UPLOAD_MAX_MB', DATABASE_URI: 'DATABASE_URL' };
  expect(misnamedSettings({ ...likely, DAIS_COLOUR: 'red' })).toEqual([
    ...Object.entries(likely).map(([name, meant]) => sentence(name, meant)),
    'The setting DAIS_COLOUR is not known and has no effect.',
  ]);
});

test('names of other programs, and our own, are not complained of', () => {
  const others = ['HOME', 'HOSTNAME', 'PATH', 'PGHOST', 'AWS_REGION', 'NODE_ENV', 'LOGNAME', 'MAIL', 'TERM', 'SHLVL'];
  const ofTraces = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', 'OTEL_LOGS_EXPORTER'];
  const names = [...others, ...settings, ...ofTraces, 'MALLOC_ARENA_MAX', 'npm_config_user_agent'];
  expect(misnamedSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});

test('figures are read from a port of their own', () => {
  expect(messageOf({ METRICS_PORT: '3000' })).toBe('The setting METRICS_PORT is not right: it is PORT already.');
  expect(readConfig({ METRICS_PORT: '9100' }, 'serve').metrics).toEqual({ host: '127.0.0.1', port: 9100 });
  expect(readConfig({}, 'serve').metrics).toBeNull();
});

const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

test('traces are off without an endpoint, and where OpenTelemetry is disabled', () => {
  const { traces } = readConfig({}, 'serve');
  expect(traces).toBeNull();
  for (const off of [{ OTEL_SDK_DISABLED: 'True' }, { OTEL_TRACES_EXPORTER: 'none' }])
    expect(readConfig({ ...traced, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', ...off }, 'serve').traces).toBeNull();
  expect(readConfig({ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'serve').traces).toBeNull();
});

test('the standard variables say where traces go, in whose name, and how many', () => {
  expect(readConfig(traced, 'serve').traces).toEqual({
    endpoint: 'http://collector:4318/v1/traces',
    resource: { 'service.name': 'dais' },
    sampler: { root: 'always_on', ratio: 1, isParentBased: true },
  });
  const more = {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    OTEL_SERVICE_NAME: 'boards',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,host.name=a%2Cb',
  };
  expect(readConfig({ ...traced, ...more }, 'serve').traces).toEqual({
    endpoint: 'https://traces.example/in',
    resource: { 'service.name': 'boards', 'host.name': 'a,b' },
    sampler: { root: 'traceidratio', ratio: 0.25, isParentBased: false },
  });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'collector'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/json'],
  ['OTEL_TRACES_EXPORTER', 'zipkin'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=b=c'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=%'],
])('while traces are on, %s=%s stops the start with a sentence that names it', (name, value) => {
  const message = messageOf({ ...traced, OTEL_TRACES_SAMPLER: 'traceidratio', [name]: value });
  expect(message).toMatch(new RegExp(`^The setting ${name} is not right: .+ is wanted\\.$`));
});

test('a sentence never repeats a secret', () => {
  expect(messageOf({ SECRET_KEY: 'short and secret' })).not.toContain('short and secret');
  expect(messageOf({ DATABASE_URL: 'mysql://me:secret@db/dais' })).not.toContain('secret@');
});

test('the two addresses of a database go together', () => {
  const url = 'postgres://dais@localhost/dais';
  expect(messageOf({ DATABASE_URL: url })).toBe(
    'The settings DATABASE_URL and DATABASE_OWNER_URL go together: set both or neither.',
  );
  expect(readConfig({ DATABASE_URL: url, DATABASE_OWNER_URL: url }, 'serve').database?.servingUrl).toBe(url);
});

describe('defaults', () => {
  test('M25b serve one machine, to itself alone, with nothing set', () => {
    expect(readConfig({}, 'serve')).toMatchObject({
      ...{ mode: 'serve', host: '127.0.0.1', port: 3000, appUrl: 'http://localhost:3000', appName: 'Dais' },
      ...{
        dataDir: resolve('data'),
        database: null,
        smtpUrl: null,
        storage: { kind: 'folder', folder: resolve('data/files') },
      },
      ...{ mailFrom: 'no-reply@localhost', boardsDomain: null, uploadBytesMax: 100 * 1024 * 1024 },
      ...{ attendanceOpensMinutesBefore: 30, editsCloseMinutesAfter: 10_080, viewerEngine: 'pdfjs' },
      ...{
        viewerLicense: null,
        secretKey: null,
        trustProxy: false,
        logLevel: 'info',
        workers: 2,
        slowWorkers: 2,
        drainSeconds: 0,
      },
    });
  });

  test('a server has one process for two cores, as far as a gibibyte is there for each, and eight at the most', () => {
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

  test('an empty value counts as not set', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '', APP_URL: '' }, 'serve')).toEqual(readConfig({}, 'serve'));
  });

  test('the demonstration has a data folder of its own and listens on loopback only', () => {
    expect(readConfig({}, 'demo')).toMatchObject({ host: '127.0.0.1', dataDir: resolve('data-demo') });
    expect(() => readConfig({ HOST: '0.0.0.0' }, 'demo')).toThrow(
      /^The setting HOST is not right: .+ loopback only\.$/,
    );
  });

  test('the address has no slash at its end, and mail comes from its host', () => {
    const config = readConfig({ APP_URL: 'https://boards.example/' }, 'serve');
    expect(config).toMatchObject({ appUrl: 'https://boards.example', mailFrom: 'no-reply@boards.example' });
  });

  test('a folder for documents is taken as its address says, spaces too', () => {
    expect(readConfig({ STORAGE_URL: 'file:///srv/board%20papers' }, 'serve').storage).toEqual({
      kind: 'folder',
      folder: '/srv/board papers',
    });
  });

  test('a bucket is taken with what its address says, on Amazon and elsewhere', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    expect(readConfig({ STORAGE_URL: 's3://papers', ...keys }, 'serve').storage).toEqual({
      ...{ kind: 's3', bucket: 'papers', prefix: '', region: 'us-east-1', endpoint: null, isPathStyle: false },
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    const elsewhere = 's3://papers/of/boards/?region=eu-1&endpoint=http%3A%2F%2Flocalhost%3A9000';
    expect(readConfig({ STORAGE_URL: elsewhere }, 'serve').storage).toMatchObject({
      ...{ prefix: 'of/boards/', region: 'eu-1', endpoint: 'http://localhost:9000', isPathStyle: true },
      credentials: null,
    });
  });

  test.each([
    ['s3://', /STORAGE_URL is not right/],
    ['s3://B', /must name a bucket/],
    ['s3://id:secret@papers', /keys stand in AWS_ACCESS_KEY_ID/],
    ['s3://papers?zone=1', /and not zone/],
    ['s3://papers?endpoint=localhost', /must be an http or https address/],
    ['s3://papers?pathStyle=yes', /pathStyle is true or false/],
  ])('STORAGE_URL=%s is refused', (value, why) => {
    expect(messageOf({ STORAGE_URL: value })).toMatch(why);
  });

  test('half of a pair of keys, and files too large for one piece, are refused on S3', () => {
    expect(messageOf({ STORAGE_URL: 's3://papers', AWS_ACCESS_KEY_ID: 'id' })).toMatch(/set both or neither/);
    expect(messageOf({ STORAGE_URL: 's3://papers', UPLOAD_MAX_MB: '5001' })).toMatch(/5000 at the most/);
  });

  test.each(['loopback', '10.0.0.0/8, 192.168.1.7', '::1/128'])('TRUST_PROXY=%s is taken', (value) => {
    expect(readConfig({ TRUST_PROXY: value }, 'serve').trustProxy).toBe(value);
  });

  test.each(['true', '0.0.0.0/0', '::/0', 'loopback, 0.0.0.0/0', '1.2.3.4/00'])(
    'TRUST_PROXY=%s, which would take every visitor’s word, is refused with what to set instead',
    (value) => {
      expect(messageOf({ TRUST_PROXY: value })).toMatch(
        /takes every visitor's word.*such as loopback or 10\.0\.0\.0\/8/,
      );
    },
  );

  test('nothing changes it afterwards', () => {
    expect(Object.isFrozen(readConfig({}, 'serve'))).toBe(true);
  });
});

function messageOf(env: Readonly<Record<string, string>>): string {
  try {
    readConfig(env, 'serve');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'It was taken.';
}

test('further types can be named, and a type that is not known names those that are', () => {
  const further = 'odt,ods,odp,rtf,gif,webp,bmp,tif,tiff,heic,svg,eml,msg,mp4';
  expect(readConfig({ UPLOAD_TYPES: `pdf, ${further}` }, 'serve').uploadTypes).toEqual(['pdf', ...further.split(',')]);
  expect(readConfig({}, 'serve').uploadTypes.join()).toBe(
    'pdf,doc,docx,xls,xlsx,ppt,pptx,jpg,jpeg,png,txt,xml,html,htm,zip,csv',
  );
  expect(() => readConfig({ UPLOAD_TYPES: 'pdf,exe' }, 'serve')).toThrow(
    /^The setting UPLOAD_TYPES is not right: exe is not a known file type\. Known are pdf, doc, .* and mp4\.$/,
  );
});
