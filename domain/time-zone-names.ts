import { rawTimeZones } from '@vvo/tzdb';
import { isTimeZone } from './time-zones.ts';

export interface ZoneChoice {
  readonly name: string;
  readonly country: string;
  /** The name, the country and other names, without accents, punctuation or capitals. */
  readonly words: string;
  readonly offsets: readonly string[];
}

const canonical = (name: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;

/** CLDR's canonical name of a zone is its oldest name, which may be outdated. */
const canonicalNames = new Set(Intl.supportedValuesOf('timeZone'));

const isOldOrNewName = (name: string): boolean => !canonicalNames.has(name) && isTimeZone(name);

/** The newest names of zones that CLDR merges with other zones. */
const otherNewestNames = [
  'America/Argentina/Catamarca',
  'America/Argentina/Cordoba',
  'America/Argentina/Jujuy',
  'America/Argentina/Mendoza',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'Pacific/Pohnpei',
];

const newestNames: ReadonlyMap<string, string> = new Map(
  [...rawTimeZones.map(({ name }) => name), ...otherNewestNames]
    .filter(isOldOrNewName)
    .map((name) => [canonical(name), name]),
);

/** For example, 'Asia/Kolkata' for 'Asia/Calcutta'. Returns null for an unknown zone. */
export function storedZone(name: string): string | null {
  if (!isTimeZone(name)) return null;
  const zone = canonical(name);
  return newestNames.get(zone) ?? zone;
}

let choices: readonly ZoneChoice[] | null = null;

export function zoneChoices(): readonly ZoneChoice[] {
  choices ??= madeChoices();
  return choices;
}

function madeChoices(): readonly ZoneChoice[] {
  const names = new Set([...canonicalNames].map((name) => newestNames.get(name) ?? name));
  names.delete('UTC');
  const otherNames = Map.groupBy(
    rawTimeZones.flatMap(({ group }) => group).filter((name) => !names.has(name) && isTimeZone(name)),
    (name) => storedZone(name) ?? name,
  );
  const zones = [
    { name: 'UTC', country: '', words: 'Coordinated Universal Time GMT Greenwich Zulu', offsets: ['+0:00'] },
    ...[...names].toSorted().map((name) => choiceOf(name, otherNames.get(name) ?? [])),
  ];
  return zones.map(searchable);
}

const searchable = (zone: ZoneChoice): ZoneChoice => ({
  ...zone,
  words: folded(`${zone.name} ${zone.country} ${zone.words}`),
});

/** For a zone that this machine does not know. */
export const unlistedZone = (name: string): ZoneChoice => searchable({ name, country: '', words: '', offsets: [] });

function choiceOf(name: string, otherNames: readonly string[]): ZoneChoice {
  const own = rawTimeZones.find((each) => each.name === name);
  const found = own ?? rawTimeZones.find(({ group }) => group.includes(name));
  if (found === undefined) return { name, country: '', words: otherNames.join(' '), offsets: [] };
  const { countryName, countryCode, alternativeName, abbreviation, rawOffsetInMinutes: winter } = found;
  const cities = own === undefined ? [] : [...own.mainCities, ...own.group];
  return {
    name,
    country: countryName,
    words: [
      ...otherNames,
      ...cities,
      otherPlaces[name] ?? '',
      alternativeName,
      abbreviation,
      ...countryNames.map((names) => names.of(countryCode) ?? ''),
      otherCountryNames[countryName] ?? '',
    ].join(' '),
    offsets: [winter, ...(found.dstAbbreviation === undefined ? [] : [winter + 60])].map(offsetText),
  };
}

/** The search finds countries by their names in each of these languages. */
const countryNames = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'ru', 'tr', 'uk'].map(
  (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
);

const otherCountryNames: Readonly<Record<string, string>> = {
  'United States': 'USA',
  'United Kingdom': 'UK Great Britain England Scotland Wales Northern Ireland',
  Myanmar: 'Burma',
  Netherlands: 'Holland',
  Turkey: 'Türkiye',
  Serbia: 'Kosovo',
  'United Arab Emirates': 'UAE Dubai Abu Dhabi',
  Czechia: 'Czech Republic',
  Eswatini: 'Swaziland',
  'Timor-Leste': 'East Timor',
  Vietnam: 'Viet Nam',
  'Democratic Republic of the Congo': 'DR Congo DRC',
  'Palestinian Territory': 'Palestine',
};

const otherPlaces: Readonly<Record<string, string>> = {
  'Asia/Kolkata': 'New Delhi Bombay Madras Chennai Bangalore',
  'Asia/Tehran': 'Teheran',
  'America/Vancouver': 'British Columbia',
  'Europe/Berlin': 'Frankfurt',
  'Europe/Kyiv': 'Kiew Lviv Odesa',
  'Europe/Moscow': 'St Petersburg',
};

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`;
}

/** For example, '+5', 'UTC+05:30', 'GMT −0330', 'UTC+5.5' and '5:30'. */
const typedOffset = /^(?:utc|gmt)?\s*(?:([+−–-])\s*|(?=\d{1,2}:\d\d$))0?(1[0-4]|\d)(?:\.(5|25|75)|:?(\d{0,2}))$/iu;
/** POSIX names have the opposite sign: Etc/GMT-5 is east of Greenwich. */
const posixOffset = /^etc\/gmt([+-])(?=\d)/i;

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s_/.,()'’-]+/g, ' ')
    .trim()
    .toLowerCase();

const countries = new Set(rawTimeZones.map(({ countryName }) => folded(countryName)));

/** Returns a predicate for the time zones that match a typed name, place, country or offset. */
export function zoneMatcher(typed: string): (zone: ZoneChoice) => boolean {
  const plain = typed.trim().replace(posixOffset, (_, sign: string) => (sign === '+' ? '-' : '+'));
  const [offset, sign = '+', hours = '', part, minutes = ''] = typedOffset.exec(plain) ?? [];
  if (offset !== undefined) {
    const beginning = `${sign === '+' ? '+' : '-'}${hours}:${part === undefined ? minutes : Number(`0.${part}`) * 60}`;
    return ({ offsets }) => offsets.some((each) => each.startsWith(beginning));
  }
  const named = /[\d/]/.test(plain) ? storedZone(plain) : null;
  const wanted = folded(typed);
  // A country's full name matches only that country, so that 'India' does not find Indiana.
  if (countries.has(wanted)) return ({ name, country }) => name === named || folded(country) === wanted;
  return ({ name, words }) => name === named || ` ${words}`.includes(` ${wanted}`);
}
