/** Texts of the page of what changed between two moments. */
export const changes = {
  'changes.title': 'What changed between two moments',
  'changes.about':
    'What is different all in all, by whom and why. What was changed and changed back is not there, nor what was made and deleted in between. What became of perimeters and rights stands in the journal.',

  'changes.from': 'From',
  'changes.to': 'Until',
  'changes.to.empty': 'Without an end: until now.',
  'changes.since': 'What was is known from {when} on.',
  'changes.show': 'Show',
  'changes.none': 'Nothing is different.',
  'changes.summary': 'How much of each kind',
  'changes.objects': 'Object by object',
  'changes.created': 'New',
  'changes.updated': 'Changed',
  'changes.deleted': 'Deleted',
  'changes.restored': 'Brought back',
  'changes.by': 'By {names}',
} as const;
