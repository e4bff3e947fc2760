import type { Person } from '../../../contract/people.ts';
import type { PersonRow } from './queries.ts';

export function presentPerson(row: PersonRow): Person {
  return {
    id: row.id,
    slug: row.slug,
    first_name: row.first_name,
    last_name: row.last_name,
    name: `${row.first_name} ${row.last_name}`,
    img_url: row.img_url,
    status: row.status,
    is_board_admin: row.is_board_admin,
  };
}
