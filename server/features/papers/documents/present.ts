import type { Document } from '#contract/documents.ts';
import type { DocumentHome as PresentedHome } from '#contract/summaries.ts';
import { isNewSince } from './policy.ts';
import type { DocumentHome } from './ports.ts';
import type { DocumentOfReader, DocumentRow } from './queries.ts';

export function presentDocument(
  row: DocumentRow | DocumentOfReader,
  { lastVisit }: { readonly lastVisit: Date | null },
): Document {
  const uploadedAt = row.version_created_at ?? row.created_at;
  const isNewVersion = isNewSince('opened_at' in row ? row.opened_at : null, uploadedAt);
  return {
    id: row.id,
    title: row.title,
    extension: row.extension,
    filename: row.filename ?? row.title,
    mime_type: row.mime_type,
    is_link: row.is_link,
    link_url: row.link_url,
    created_at: row.created_at.toISOString(),
    uploaded_at: uploadedAt.toISOString(),
    byte_size: row.byte_size ?? 0,
    page_count: row.page_count,
    version_id: row.version_id,
    preview: row.preview_state ?? 'none',
    has_tracked_changes: row.has_tracked_changes ?? false,
    printing_disabled: row.printing_disabled,
    not_on_devices: row.not_on_devices,
    is_new: isNewSince(lastVisit, uploadedAt) || isNewVersion,
    is_new_version: isNewVersion,
    changed_pages: 'changed_pages' in row ? row.changed_pages : null,
  };
}

export function presentHome(home: DocumentHome): PresentedHome {
  if (home.kind !== 'library') return { kind: home.kind, id: home.id };
  return { kind: 'library', category_id: home.categoryId, folder_id: home.folderId };
}
