import { inlineWords, type RichBlock, type RichInline, type RichText, richTextWords } from '#domain/rich-text.ts';
import type { MailBlock, MailRun, MailText } from '#server/integrations/mail/blocks.ts';

/** Rich text in the blocks that a message is made of. */
export function mailBlocksOf(text: RichText): readonly MailBlock[] {
  return text.content.flatMap(blocksOf);
}

function blocksOf(block: RichBlock): readonly MailBlock[] {
  switch (block.type) {
    case 'paragraph':
      return block.content === undefined ? [] : [{ kind: 'paragraph', text: runsOf(block.content) }];
    case 'heading':
      return block.content === undefined ? [] : [{ kind: 'heading', text: inlineWords(block.content) }];
    case 'blockquote':
      return [{ kind: 'quote', text: richTextWords({ type: 'doc', content: block.content }), author: null }];
    case 'bulletList':
    case 'orderedList': {
      const order = block.type === 'bulletList' ? 'bulleted' : 'numbered';
      return [{ kind: 'list', order, items: block.content.map((item) => itemText(item.content)) }];
    }
  }
}

/** An item's paragraphs on lines of their own; what is listed below it follows with dashes. */
function itemText(blocks: readonly RichBlock[]): MailText {
  return blocks.flatMap((block, nth): readonly MailRun[] => {
    const onNewLine: readonly MailRun[] = nth === 0 ? [] : [{ text: '\n' }];
    if (block.type === 'paragraph' || block.type === 'heading') return [...onNewLine, ...runsOf(block.content ?? [])];
    const words = richTextWords({ type: 'doc', content: [block] });
    return [
      ...onNewLine,
      {
        text: words
          .split('\n')
          .map((line) => `– ${line}`)
          .join('\n'),
      },
    ];
  });
}

function runsOf(content: readonly RichInline[]): readonly MailRun[] {
  return content.map((inline): MailRun => {
    if (inline.type === 'hardBreak') return { text: '\n' };
    const { text, marks = [] } = inline;
    const link = marks.find((mark) => mark.type === 'link');
    return {
      text,
      ...(link === undefined ? {} : { href: link.attrs.href }),
      ...(marks.some((mark) => mark.type === 'bold') ? { weight: 'strong' as const } : {}),
      ...(marks.some((mark) => mark.type === 'italic') ? { style: 'emphasis' as const } : {}),
    };
  });
}
