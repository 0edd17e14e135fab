const server = {target: `http://localhost:${process.env.SERVER_PORT ?? '3001'}`};

export default {'/card-vault': server, '/login': server, '/cards': server};
