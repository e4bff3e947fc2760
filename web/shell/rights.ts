import { notFound } from '@tanstack/react-router';
import { currentStart } from '#web/api/start.ts';
import { type Roles, rolesOf } from './roles.ts';

/**
 * A route's `beforeLoad`: whoever lacks the right finds nothing there, before anything is asked of the server. The server
 * decides by itself; this spares a screen that could show nothing.
 */
export function onlyFor(isAllowed: (roles: Roles) => boolean): () => void {
  return () => {
    if (!isAllowed(rolesOf(currentStart().user))) throw notFound();
  };
}
