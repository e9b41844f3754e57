/** Texts of the search over the map: of its page, and of the field on all pages. */
export const search = {
  'search.title': 'Search',
  'search.label': 'Search the whole map',
  'search.placeholder': 'Name, address or reference',
  'search.go': 'Search',
  'search.all': 'All results for “{text}”',
  'search.about':
    'Type a name, an IP address, or a reference such as a serial number: {count} kinds of objects are searched. Capital letters and accents do not matter.',
  'search.reading': 'Searching…',
  'search.count': { one: '{count} object found', other: '{count} objects found' },
  'search.kinds': 'Only one kind',
  'search.all-kinds': 'All kinds',
  'search.more': 'All {count} in “{kind}”',
  'search.narrow': 'These are the best {count}. Type more to find the others.',
  'search.none': 'Nothing found for “{text}”.',
  'search.looked': {
    one: 'Names, addresses and references of {count} kind of object were looked at: all that you may see.',
    other: 'Names, addresses and references of {count} kinds of objects were looked at: all that you may see.',
  },
  'search.looked-in': 'Only “{kind}” was looked at.',
  'search.hidden': {
    one: '{count} kind was not looked at, because you may not see it',
    other: '{count} kinds were not looked at, because you may not see them',
  },
} as const;
