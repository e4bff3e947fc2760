import fc from 'fast-check';
import type { Schema } from './operations.ts';

export interface Hints {
  id(key: string, kind: string | null): fc.Arbitrary<string>;
  text(key: string, schema: Schema): fc.Arbitrary<string> | null;
}

const itemsMax = 4;

export function valuesOf(schema: Schema, key: string, hints: Hints): fc.Arbitrary<unknown> {
  const options: readonly Schema[] | undefined = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => valuesOf(option, key, hints)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return integersOf(schema);
    case 'string':
      return textsOf(schema, key, hints);
    case 'array': {
      const maxLength = Math.min(schema.maxItems ?? itemsMax, itemsMax);
      const minLength = Math.min(schema.minItems ?? 0, maxLength);
      return fc.array(valuesOf(schema.items ?? {}, key, hints), { minLength, maxLength });
    }
    case 'object':
      return objectsOf(schema, key, hints);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function integersOf({ minimum = -(2 ** 53) + 1, maximum = 2 ** 53 - 1 }: Schema): fc.Arbitrary<number> {
  const near = fc.integer({ min: Math.max(minimum, -10), max: Math.min(maximum, Math.max(minimum, -10) + 200) });
  return fc.oneof({ weight: 4, arbitrary: near }, fc.constantFrom<number>(minimum, maximum));
}

function textsOf(schema: Schema, key: string, hints: Hints): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return hints.id(key, null);
  const hinted = hints.text(key, schema);
  if (hinted) return hinted;
  if (schema.format === 'date-time') return instants;
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  const { minLength = 0, maxLength = 10_000 } = schema;
  const unit = fc.constantFrom<NonNullable<fc.StringConstraints['unit']>>('grapheme', 'binary', 'grapheme-ascii');
  const odd = unit.chain((each) => fc.string({ unit: each, minLength, maxLength: Math.min(maxLength, 40) }));
  const words = fc.constantFrom('Budget', 'Minutes of May', 'Ångström & Söhne', 'x'.repeat(maxLength), ...oddTexts);
  return fc.oneof(
    { weight: 5, arbitrary: words.map((text) => text.slice(0, maxLength).padEnd(minLength, 'x')) },
    { weight: 1, arbitrary: odd },
  );
}

export const oddTexts = [
  '=HYPERLINK("http://evil.example","x")',
  'Line\r\nBcc: all@evil.example',
  '<img src=x onerror=alert(1)>',
  '\u202Eexe.fdp',
  "'; drop table meetings; --",
  '%_\\',
  '👩‍👩‍👧‍👦 \u0301',
  '{{constructor}} #{7*7}',
  '../../../../etc/passwd',
] as const;

const now = Date.UTC(2026, 10, 16, 12);
const instants: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 4, arbitrary: fc.integer({ min: -40, max: 60 }) },
    fc.constantFrom(-365 * 50, -1, 0, 1, 365, 365 * 150),
  )
  .map((days) => new Date(now + days * 86_400_000).toISOString());

function objectsOf(schema: Schema, key: string, hints: Hints): fc.Arbitrary<unknown> {
  const properties: Readonly<Record<string, Schema>> = schema.properties ?? {};
  const names = Object.keys(properties);
  if (names.length === 0 && typeof schema.additionalProperties === 'object') {
    const names = valuesOf(schema.propertyNames ?? { type: 'string', maxLength: 20 }, key, hints);
    return fc.dictionary(names as fc.Arbitrary<string>, valuesOf(schema.additionalProperties, key, hints), {
      maxKeys: itemsMax,
    });
  }
  const required: readonly string[] = schema.required ?? [];
  const valuesByName = (kind: string | null) =>
    Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        property.format === 'uuid' ? hints.id(name === 'id' ? key : name, kind) : valuesOf(property, name, hints),
      ]),
    );
  if (properties.kind?.enum && properties.id) {
    return fc
      .constantFrom<string>(...properties.kind.enum)
      .chain((kind) =>
        fc.record<Record<string, unknown>>(
          { ...valuesByName(kind), kind: fc.constant(kind) },
          { requiredKeys: [...required] },
        ),
      );
  }
  return fc.record(valuesByName(null), { requiredKeys: [...required] });
}
