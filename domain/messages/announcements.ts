export const magicMessages = {
  renewed: 'Use the link in this message. Links in earlier messages no longer work.',
  off: 'Links in messages are switched off on this board.',
  over: 'New links can no longer be sent for this item.',
  notJoined: 'Only people who have joined the board get a link.',
} as const;

export const announcementLabels = { viewAnnouncement: 'View Announcement' } as const;

export const announcementMessages = {
  alreadyPublished: 'This announcement has already been published.',
  isDraft: 'This announcement is already a draft.',
  empty: 'Write the text before you publish.',
  publishInPast: 'Choose a time in the future.',
  changedMeanwhile:
    'Somebody else has changed this announcement since you opened it. Copy what you have written, and reload the page.',
  documentStays: 'A document can only be moved within its announcement.',
} as const;
