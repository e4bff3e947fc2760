/** The kind of the one message about an announcement; its renderer stands in mail.ts. */
export const announcementMail = 'announcement';
/** A link to it that an editor has renewed. */
export const announcementLinkMail = 'announcement-link';
