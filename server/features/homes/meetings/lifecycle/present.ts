import type { MailPreview } from '#contract/meetings.ts';
import type { MailContent } from '#server/features/core/mail/ports.ts';
import { moreText } from '#server/integrations/mail/block-text.ts';
import { agendaLinesMax, type MailBlock, type MailText, runsOf } from '#server/integrations/mail/blocks.ts';

export const presentPreview = ({ subject, heading, blocks }: MailContent): MailPreview => ({
  subject,
  heading,
  blocks: blocks.flatMap(presentBlock),
});

const words = (text: MailText): string =>
  runsOf(text)
    .map((run) => run.text)
    .join('');

function presentBlock(block: MailBlock): MailPreview['blocks'] {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return [{ kind: block.kind, text: words(block.text) }];
    case 'heading':
      return [{ kind: 'heading', text: block.text }];
    case 'quote':
      return [{ kind: 'paragraph', text: block.text }];
    case 'list':
      return [{ kind: 'list', items: block.items.map(words) }];
    case 'facts':
      return [{ kind: 'facts', rows: block.rows.map(({ label, value }) => ({ label, value: words(value) })) }];
    case 'buttons':
      return [{ kind: 'buttons', label: block.label, buttons: block.buttons.map((button) => button.label) }];
    case 'agenda':
      return [
        {
          kind: 'agenda',
          lines: block.lines.slice(0, agendaLinesMax).map((line) => ({ ...line })),
          more: moreText(block.lines.length)[0] ?? null,
        },
      ];
  }
}
