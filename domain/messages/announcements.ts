export const magicMessages = {
  renewed: 'Here is a new link for you. Links in earlier messages open nothing any more.',
  off: 'The links of this board are switched off.',
  over: 'A link to it would open nothing any more.',
  notJoined: 'Only who has joined the board gets a link.',
} as const;

export const announcementLabels = { viewAnnouncement: 'View Announcement' } as const;

export const announcementMessages = {
  dateMissing: 'Set the date and times of this meeting before you publish it.',
  alreadyPublished: 'This announcement has been published already.',
  isDraft: 'This announcement is a draft already.',
  empty: 'Write the text before you publish.',
  publishInPast: 'Choose a time that is still to come.',
  changedMeanwhile:
    'Somebody else has changed this announcement since you opened it. Copy what you have written, and load the page again.',
  documentStays: 'A document can be moved within its announcement only.',
} as const;
