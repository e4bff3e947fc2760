import { agendaLinesMax, type MailAgendaLine, type MailBlock, type MailText, runsOf } from './blocks.ts';

export function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return plainText(block.text).trim();
    case 'heading': {
      const words = inertText(block.text);
      return `${words}\n${'-'.repeat(Math.min([...words].length, 60))}`;
    }
    case 'list':
      return block.items
        .map((item, index) => indented(block.start === null ? '- ' : `${block.start + index}. `, plainText(item)))
        .join('\n');
    case 'facts':
      return block.rows.map(({ label, value }) => indented(`${inertText(label)}: `, plainText(value), 2)).join('\n');
    case 'buttons': {
      const links = block.buttons.flatMap(({ label, href }) => {
        const address = linkAddress(href);
        return address === null ? [] : [`${inertText(label)}:\n  ${address}`];
      });
      return [...(block.label === null ? [] : [inertText(block.label)]), ...links].join('\n');
    }
    case 'agenda':
      return [...block.lines.slice(0, agendaLinesMax).map(agendaLineText), ...moreText(block.lines.length)].join('\n');
    case 'quote':
      return inertText(block.text).replace(/^/gm, '> ');
  }
}

export function plainText(text: MailText): string {
  return runsOf(text)
    .map((run) => {
      const words = inertText(run.text);
      const address = run.href === undefined ? null : linkAddress(run.href);
      if (address === null || address === words) return words;
      return address === `mailto:${words}` ? words : `${words} (${address})`;
    })
    .join('');
}

export function moreText(count: number): string[] {
  const more = count - agendaLinesMax;
  return more > 0 ? [`and ${more} more ${more === 1 ? 'item' : 'items'} in the meeting`] : [];
}

function agendaLineText({ time, number, title, presenter, minutes }: MailAgendaLine): string {
  const head = [time, number, title].filter((part) => part !== null).map(inertText);
  const asides = [
    ...(presenter === null ? [] : [inertText(presenter)]),
    ...(minutes === null ? [] : [`${minutes} min`]),
  ];
  return asides.length === 0 ? head.join('  ') : `${head.join('  ')} (${asides.join(', ')})`;
}

function indented(lead: string, text: string, width = lead.length): string {
  return lead + text.replace(/\n/g, `\n${' '.repeat(width)}`);
}

/** Removes direction overrides (U+202A–202E, U+2066–2069), control characters and lone surrogates. */
export function inertText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

export function singleLine(text: string, charactersMax: number): string {
  const line = inertText(text)
    .replace(/[\s\n]+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= charactersMax ? line : `${characters.slice(0, charactersMax - 1).join('')}…`;
}

const linkProtocols = new Set(['http:', 'https:', 'mailto:', 'webcal:']);

/** Returns the normalised address, or null if mail may not link to it. */
export function linkAddress(href: string): string | null {
  const url = URL.parse(href);
  return url !== null && linkProtocols.has(url.protocol) ? url.href : null;
}
