import { z } from 'zod';
import { validationMessages } from '#domain/messages.ts';
import { isRichText, type RichText, richTextCharactersMax } from '#domain/rich-text.ts';

/** Rich text in its stored form; the rule of what may stand in it is domain/rich-text.ts. */
export const richText = z
  .looseObject({ type: z.literal('doc') })
  .refine(isRichText, validationMessages.maxLength(richTextCharactersMax)) as unknown as z.ZodType<RichText, RichText>;
