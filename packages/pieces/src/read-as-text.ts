/** True for content whose type, without parameters, says that it is text: JSON, XML and the like, and content without a type. */
export const isReadAsText = (type: string): boolean =>
  type === '' || /^text\/|[/+](json|xml|yaml|javascript|x-www-form-urlencoded)$/.test(type);
