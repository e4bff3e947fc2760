import { lazy } from 'react';

/** Fetched with the minutes of who writes them, so that writing begins without the network, too. */
export const loadNotesField = () => import('#web/features/homes/announcements/rich-text-field.tsx');

export const NotesField = lazy(async () => ({ default: (await loadNotesField()).RichTextField }));
