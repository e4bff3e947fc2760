import { notFound } from '@tanstack/react-router';
import type { User } from '#contract/start.ts';
import { currentStart } from '#web/api/start.ts';

/** Only hides the page. The server checks the permission itself. */
export function onlyFor(isAllowed: (roles: Roles) => boolean): () => void {
  return () => {
    if (!isAllowed(rolesOf(currentStart().user))) throw notFound();
  };
}

export interface Roles {
  readonly isBoardAdmin: boolean;
  readonly isGroupAdmin: boolean;
  readonly isSiteAdmin: boolean;
}

export function rolesOf(user: Pick<User, 'boardInfo' | 'groupMemberships' | 'is_site_admin'> | null): Roles {
  return {
    isBoardAdmin: user?.boardInfo?.is_board_admin === true,
    isGroupAdmin: user?.groupMemberships.some((group) => group.group_info.is_group_admin) === true,
    isSiteAdmin: user?.is_site_admin === true,
  };
}

export function roleLabel(roles: Roles): string {
  if (roles.isBoardAdmin) return 'Board admin';
  if (roles.isGroupAdmin) return 'Group admin';
  return roles.isSiteAdmin ? 'Site admin' : 'Member';
}
