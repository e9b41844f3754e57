/** Filters of the settings: parsed once, and filled with values as values, so that nothing typed is ever read as a filter (identity 4). */
import {
  AndFilter,
  ApproximateFilter,
  EqualityFilter,
  ExtensibleFilter,
  FilterParser,
  NotFilter,
  OrFilter,
  PresenceFilter,
  SubstringFilter,
  type Filter,
} from 'ldapts';

/** What stands for the marks of a filter: `{login}` and `{dn}`. */
export type Values = Readonly<Record<string, string>>;

/** Makes the filter of a text with marks; the function puts values in their place. Throws where the text is no filter. */
export function filterOf(text: string): (values: Values) => Filter {
  const parsed = FilterParser.parseString(text);
  return (values) => filled(parsed, (part) => part.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark));
}

type Fill = (text: string) => string;

function filled(filter: Filter, fill: Fill): Filter {
  if (filter instanceof AndFilter) return new AndFilter({ filters: filter.filters.map((part) => filled(part, fill)) });
  if (filter instanceof OrFilter) return new OrFilter({ filters: filter.filters.map((part) => filled(part, fill)) });
  if (filter instanceof NotFilter) return new NotFilter({ filter: filled(filter.filter, fill) });
  if (filter instanceof PresenceFilter) return filter;
  if (filter instanceof EqualityFilter)
    return new EqualityFilter({ attribute: filter.attribute, value: fill(String(filter.value)) });
  if (filter instanceof ApproximateFilter)
    return new ApproximateFilter({ attribute: filter.attribute, value: fill(filter.value) });
  if (filter instanceof SubstringFilter) {
    const { attribute, initial, any, final } = filter;
    return new SubstringFilter({ attribute, initial: fill(initial), any: any.map(fill), final: fill(final) });
  }
  if (filter instanceof ExtensibleFilter) {
    const { rule, matchType, dnAttributes, value } = filter;
    return new ExtensibleFilter({ rule, matchType, dnAttributes, value: fill(value) });
  }
  return filter;
}
