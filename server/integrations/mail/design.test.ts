import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrastRatio } from '#domain/board-settings.ts';
import { agendaLinesMax, type MailBlock } from './blocks.ts';
import { boardColors, dark, light } from './colors.ts';
import { type MailBoard, renderMail } from './design.ts';

const board: MailBoard = {
  title: 'Harbour Street Housing Trust',
  primaryColor: '#124e52',
  logoUrl: null,
  initial: 'H',
  baseUrl: 'https://harbour.boards.example',
};

/** Every block with the same text. */
function everything(words: string, href = 'https://example.org/a'): Parameters<typeof renderMail>[0] {
  const blocks: MailBlock[] = [
    { kind: 'paragraph', text: [words, { text: words, href }, { text: words, weight: 'strong', style: 'emphasis' }] },
    { kind: 'heading', text: words },
    { kind: 'list', order: 'numbered', items: [words] },
    { kind: 'facts', rows: [{ label: words, value: words }] },
    {
      kind: 'buttons',
      label: words,
      buttons: [
        { label: words, href, tone: 'primary' },
        { label: words, href, tone: 'secondary' },
      ],
    },
    { kind: 'agenda', lines: [{ number: words, title: words, time: words, presenter: words, minutes: 5 }] },
    { kind: 'note', text: words },
    { kind: 'quote', text: words, author: words },
    { kind: 'divider' },
  ];
  const footer = [words];
  return {
    appName: words,
    board: { ...board, title: words, initial: words },
    preheader: words,
    heading: words,
    blocks,
    footer,
  };
}

/** Tags without text and without the title. */
const markup = (html: string) =>
  (html.replace(/aria-label="[^"<>]*"/, '').match(/<[^>]*>/g) ?? []).filter((tag) => tag !== '<br>').join('\n');

describe('what a person types is inert', () => {
  test.each([
    ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)></td></table><!-- -->'],
    ['quotes', `"'\`" onmouseover="alert(1)" x='`],
    ['comments and sections for Outlook', '<!--[if mso]><p><![endif]--> ]]> <mj-raw>'],
    ['entities', '&lt;b&gt; &#60;b&#62; &amp;'],
    ['template marks', '{{x}} @@0@@ @@99@@ [[y]] $& $1 </mj-text>'],
    ['direction marks', '\u202Eevil\u2066\u2067 שלום'],
    ['emoji', '👩‍👩‍👧 🏳️‍🌈'],
    ['control characters and half characters', '\0\u0007\x1b[31m\ud800'],
    ['10,000 characters', 'x'.repeat(10_000)],
  ])('%s', async (_name, words) => {
    const [usual, attacked] = await Promise.all([renderMail(everything('words')), renderMail(everything(words))]);
    expect(markup(attacked.html)).toBe(markup(usual.html));
    for (const character of ['\0', '\u0007', '\x1b', '\u202e', '\u2066', '\u2067']) {
      expect(attacked.html + attacked.text).not.toContain(character);
    }
    expect((attacked.html + attacked.text).isWellFormed()).toBe(true);
  });

  test('any text at all', async () => {
    const usual = markup((await renderMail(everything('words'))).html);
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('<', '>', '"', "'", '&', '@@', '1', '-->', '\n', 'a', '{{', '</td>'))
        .map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(typed, async (words) => {
        expect(markup((await renderMail(everything(words))).html)).toBe(usual);
      }),
      { numRuns: 200, seed: 20261119 },
    );
  });

  test('text reads as it was typed', async () => {
    const { html, text } = await renderMail(everything('Fish & "chips" <b> l\'été'));
    expect(html).toContain('Fish &amp; &quot;chips&quot; &lt;b&gt; l&#39;été');
    expect(text).toContain('Fish & "chips" <b> l\'été');
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'JAVA\tSCRIPT:alert(1)',
    'vbscript:x',
    'file:///etc/passwd',
    '/home',
    '',
  ])('a link to %j is words only, a button to it is left out', async (href) => {
    const { html, text } = await renderMail(everything('words', href));
    const addresses = [...html.matchAll(/ href="([^"]*)"/g)].map(([, address]) => address);
    expect(new Set(addresses)).toEqual(new Set(['https://harbour.boards.example/']));
    expect(text).not.toMatch(/script:|data:|file:/i);
  });

  test('an address cannot leave its attribute', async () => {
    const { html } = await renderMail(everything('words', 'https://example.org/"><script>?a=1&b=\'2'));
    expect(html).not.toContain('<script');
    expect(html).toContain('href="https://example.org/%22%3E%3Cscript%3E?a=1&amp;b=%272"');
  });
});

describe('the two parts say the same', () => {
  test('every word and every address of the HTML is in the plain text', async () => {
    const said = [
      'Ruth invites',
      'paper',
      'Agenda',
      'first thing',
      'Date',
      'Thursday',
      'Attend?',
      'Going remote',
      '9:30 AM',
      '2.1',
      'Welcome',
      'Elena',
      '25 min',
      'alone',
      'Read it',
      'Chair',
      'Because',
      'Harbour Street Housing Trust',
      'November',
    ];
    const addresses = [
      'https://example.org/paper',
      'https://example.org/r',
      'webcal://example.org/feed',
      'mailto:help@example.org',
    ];
    const { html, text } = await renderMail({
      appName: 'Dais',
      board,
      preheader: '',
      heading: 'November',
      blocks: [
        {
          kind: 'paragraph',
          text: ['Ruth invites you to read the ', { text: 'paper', href: 'https://example.org/paper' }],
        },
        { kind: 'heading', text: 'Agenda' },
        {
          kind: 'list',
          order: 'bulleted',
          items: ['first thing', { text: 'feed', href: 'webcal://example.org/feed' }].map((item) => [item]),
        },
        {
          kind: 'facts',
          rows: [
            { label: 'Date', value: 'Thursday' },
            { label: 'Help', value: [{ text: 'Ask', href: 'mailto:help@example.org' }] },
          ],
        },
        {
          kind: 'buttons',
          label: 'Attend?',
          buttons: [{ label: 'Going remote', href: 'https://example.org/r', tone: 'primary' }],
        },
        {
          kind: 'agenda',
          lines: [{ time: '9:30 AM', number: '2.1', title: 'Welcome', presenter: 'Elena', minutes: 25 }],
        },
        { kind: 'note', text: 'Yours alone' },
        { kind: 'quote', text: 'Read it', author: 'Chair' },
      ],
      footer: ['Because you are a member'],
    });
    for (const words of [...said, ...addresses]) {
      expect(html).toContain(words);
      expect(text).toContain(words);
    }
    expect(text).not.toContain('<');
  });

  test('a long agenda is cut with a count in both, below the size at which mail programs cut', async () => {
    const line = {
      time: '10:30 AM',
      number: '10.10',
      title: 'A title of some length for the item',
      presenter: 'Elena Kowalczyk',
      minutes: 15,
    };
    const { html, text } = await renderMail({
      ...everything('words'),
      blocks: [{ kind: 'agenda', lines: Array.from({ length: agendaLinesMax + 3 }, () => line) }],
    });
    expect(html).toContain('and 3 more items in the meeting');
    expect(text).toContain('and 3 more items in the meeting');
    expect(Buffer.byteLength(html)).toBeLessThan(90_000);
  });
});

describe('in the board’s name and colour', () => {
  const picture = /<img[^>]*src="([^"]*)"/g;

  test('an initial in the board’s colour stands where there is no logo, and nothing is fetched', async () => {
    const { html } = await renderMail(everything('words'));
    expect(html).toContain('background-color:#124e52');
    expect(html).not.toMatch(/<img|<link|@import|url\(/);
  });

  test('the logo is the only picture, also when its address is below the board’s', async () => {
    for (const logoUrl of ['/logos/1.png', 'https://harbour.boards.example/logos/1.png']) {
      const { html } = await renderMail({ ...everything('words'), board: { ...board, logoUrl } });
      expect([...html.matchAll(picture)].map(([, address]) => address)).toEqual([
        'https://harbour.boards.example/logos/1.png',
      ]);
    }
    const { html } = await renderMail({ ...everything('words'), board: { ...board, logoUrl: 'javascript:alert(1)' } });
    expect(html).not.toMatch(picture);
  });

  test('mail of no board carries the product’s name', async () => {
    const { html, text } = await renderMail({ ...everything('words'), appName: 'Dais', board: null });
    expect(html).toContain('>Dais</td>');
    expect(text.startsWith('Dais\n')).toBe(true);
  });

  test('whatever the colour, text on it and in it is readable on light and dark paper', () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(color, (primary) => {
        const { light: onLight, dark: onDark } = boardColors(primary);
        expect(contrastRatio(onLight.fill, onLight.onFill)).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(onDark.fill, onDark.onFill)).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(onLight.ink, light.surface)).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(onLight.ink, light.paperDeep)).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(onDark.ink, dark.paperDeep)).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(onLight.edge, light.surface)).toBeGreaterThanOrEqual(3);
        expect(contrastRatio(onDark.edge, dark.surface)).toBeGreaterThanOrEqual(3);
      }),
      { numRuns: 500, seed: 20261119 },
    );
  });

  test('a colour that is none cannot bring its own style', async () => {
    const { html } = await renderMail({
      ...everything('words'),
      board: { ...board, primaryColor: 'red;background:url(//x)' },
    });
    expect(html).not.toContain('url(');
    expect(html).toContain('background-color:#124e52');
  });
});
