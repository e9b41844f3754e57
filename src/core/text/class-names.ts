/** Names of classes of the older application, under which its tables say of what type an object is. */
const NAMESPACE = 'App\\Models\\';

/** The name of a class with its namespace, however it was written. */
export const className = (name: string): string => NAMESPACE + name.replace(/^\\?(App\\Models\\)?/, '');
