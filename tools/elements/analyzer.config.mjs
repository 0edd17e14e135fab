// The analyzer would write the path of its own output into package.json.
export default {packagejson: false};
