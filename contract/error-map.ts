import { z } from 'zod';
import { validationMessages } from '#domain/messages.ts';

type Issue = z.core.$ZodRawIssue;

/**
 * The one place where the validator's findings become sentences of the catalogue, in the server's answers and in the
 * forms alike. A schema names a sentence of its own only where the specification does (specification, section 5).
 */
function sentenceOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeSentence(issue);
    case 'invalid_value':
    case 'invalid_union':
      return isEmpty(issue.input) ? validationMessages.required : validationMessages.notOffered;
    case 'too_small':
      return sizeSentence(issue.origin, Number(issue.minimum), 'least');
    case 'too_big':
      return sizeSentence(issue.origin, Number(issue.maximum), 'most');
    case 'invalid_format':
      return formatSentence(issue);
    case 'unrecognized_keys':
      return validationMessages.unknownField;
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return validationMessages.invalid;
    default:
      return validationMessages.invalid;
  }
}

const isEmpty = (input: unknown): boolean => input === undefined || input === null || input === '';

/** Something else where a text, a list or an object is required is as good as nothing. */
function typeSentence(issue: Extract<Issue, { code: 'invalid_type' }>): string {
  if (isEmpty(issue.input)) return validationMessages.required;
  switch (issue.expected) {
    case 'string':
    case 'array':
    case 'object':
    case 'record':
      return validationMessages.required;
    case 'int':
      return validationMessages.wholeNumber;
    case 'number':
      return validationMessages.number;
    default:
      return validationMessages.invalid;
  }
}

function sizeSentence(origin: string, limit: number, side: 'least' | 'most'): string {
  switch (origin) {
    case 'string':
      if (side === 'most') return validationMessages.maxLength(limit);
      return limit === 1 ? validationMessages.required : validationMessages.minLength(limit);
    case 'array':
      if (side === 'most') return validationMessages.maxItems(limit);
      return limit === 1 ? validationMessages.required : validationMessages.minItems(limit);
    default:
      return side === 'most' ? validationMessages.max(limit) : validationMessages.min(limit);
  }
}

function formatSentence(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  if (isEmpty(issue.input)) return validationMessages.required;
  switch (issue.format) {
    case 'email':
      return validationMessages.email;
    case 'url':
      return validationMessages.url;
    case 'date':
    case 'datetime':
      return validationMessages.notADate;
    default:
      return validationMessages.invalid;
  }
}

z.config({ customError: sentenceOf });
