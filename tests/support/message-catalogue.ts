import { readdirSync } from 'node:fs';

const blank = '\u0001';

const folder = new URL('../../domain/messages/', import.meta.url);
const files = readdirSync(folder).filter((name) => !name.endsWith('.test.ts'));
const catalogue: readonly object[] = await Promise.all(files.map((name) => import(new URL(name, folder).href)));
const sentences: readonly RegExp[] = catalogue.flatMap(sentencesIn);

export function isInCatalogue(text: string): boolean {
  return sentences.some((sentence) => sentence.test(text));
}

function sentencesIn(group: object): readonly RegExp[] {
  return Object.values(group).flatMap((each: unknown): readonly RegExp[] => {
    if (typeof each === 'string') return [patternOf(each)];
    if (typeof each === 'object' && each !== null) return [...sentencesIn(each), ...filledIn(each)];
    return [];
  });
}

function filledIn(group: object): readonly RegExp[] {
  return Object.values(group)
    .filter((each) => typeof each === 'function')
    .map((fill: (...fillings: readonly unknown[]) => unknown) => patternOf(filled(fill)));
}

function filled(fill: (...fillings: readonly unknown[]) => unknown): string {
  const all = (filling: unknown): string => String(fill(...Array.from({ length: fill.length }, () => filling)));
  try {
    return all(blank);
  } catch (error) {
    if (error instanceof TypeError) return all([blank]);
    throw error;
  }
}

function patternOf(sentence: string): RegExp {
  const parts = sentence.split(blank).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 's');
}
