import { formatDocumentTime } from '#domain/dates.ts';
import { readersTimeZone } from '#web/api/start.ts';

/** Officers act elsewhere: the pages ask by themselves. */
export const askedAgainMs = 15_000;

export const timeOf = (instant: string): string => formatDocumentTime(instant, readersTimeZone());
