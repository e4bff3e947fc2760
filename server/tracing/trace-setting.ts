import { z } from 'zod';

const samplers = ['always_on', 'always_off', 'traceidratio'] as const;

/** What of OpenTelemetry's standard variables is ours to read; its exporter reads what else there is about sending. */
export interface TraceSetting {
  /** Spans are posted there. */
  readonly endpoint: string;
  /** About this installation; `service.name` among them. */
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: {
    readonly root: (typeof samplers)[number];
    /** Of all traces, from 0 to 1. */
    readonly ratio: number;
    /** A proxy that began the trace decides. */
    readonly isParentBased: boolean;
  };
}

type Given = Readonly<Record<string, unknown>>;

const wanted = (what: string) => ({ error: `${what} is wanted` });
const address = z.url({ protocol: /^https?$/, ...wanted('an address that begins with https:// or http://') });
const protocol = z.literal('http/protobuf', wanted('http/protobuf')).optional();
const between = wanted('a number from 0 to 1');
const ratio = z.coerce.number(between).min(0, between).max(1, between).default(1);
const sampler = z
  .templateLiteral(
    [z.enum(['', 'parentbased_']), z.enum(samplers)],
    wanted(`one of ${['', 'parentbased_'].flatMap((prefix) => samplers.map((name) => prefix + name)).join(', ')}`),
  )
  .default('parentbased_always_on');

/** Null: nothing is traced. The names are other programs' too, so that only those that are used are checked. */
export function readTraceSetting(given: Given): TraceSetting | null {
  const isOff = /^\s*true\s*$/i.test(String(given.OTEL_SDK_DISABLED ?? '')) || given.OTEL_TRACES_EXPORTER === 'none';
  const ofTraces = given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined;
  if (isOff || !(ofTraces || given.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined)) return null;
  read(given, 'OTEL_TRACES_EXPORTER', z.literal('otlp', wanted('otlp or none')).optional());
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: ownProtocol } = given;
  read(given, ownProtocol ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL' : 'OTEL_EXPORTER_OTLP_PROTOCOL', protocol);
  const endpoint = ofTraces
    ? read(given, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', address)
    : `${read(given, 'OTEL_EXPORTER_OTLP_ENDPOINT', address).replace(/\/+$/, '')}/v1/traces`;
  const name = read(given, 'OTEL_TRACES_SAMPLER', sampler);
  const root = samplers.find((each) => name.endsWith(each)) ?? 'always_on';
  const { OTEL_SERVICE_NAME: serviceName } = given;
  return {
    endpoint,
    resource: {
      'service.name': 'dais',
      ...readPairs(given),
      ...(typeof serviceName === 'string' ? { 'service.name': serviceName } : {}),
    },
    sampler: {
      root,
      ratio: root === 'traceidratio' ? read(given, 'OTEL_TRACES_SAMPLER_ARG', ratio) : 1,
      isParentBased: name.startsWith('parentbased_'),
    },
  };
}

function read<T>(given: Given, name: string, rule: z.ZodType<T>): T {
  const parsed = rule.safeParse(given[name]);
  if (parsed.success) return parsed.data;
  throw notRight(name, parsed.error.issues[0]?.message);
}

/** `key=value,key=value`, percent-encoded. */
function readPairs({ OTEL_RESOURCE_ATTRIBUTES: given }: Given): Record<string, string> {
  const pairs = typeof given === 'string' ? given.split(',').filter((each) => each.trim() !== '') : [];
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key = '', value, ...more] = pair.split('=').map((part) => decoded(part.trim()));
      if (key === '' || value == null || more.length > 0)
        throw notRight('OTEL_RESOURCE_ATTRIBUTES', 'key=value,key=value, percent-encoded, is wanted');
      return [key, value];
    }),
  );
}

/** Null: it cannot be decoded. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

const notRight = (name: string, why = 'unreadable value'): Error =>
  new Error(`The setting ${name} is not right: ${why}.`);
